/** What a script can tell from `npm run ops`. */
export const EXIT = {
  ok: 0,
  /** The command could not be carried out. */
  failed: 1,
  /** The command line is wrong; nothing was asked of anyone. */
  usage: 2,
  /** Carried out, and a person should look: findings, an unsafe redrive, a payment in need of attention. */
  attention: 3,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
