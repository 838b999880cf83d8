import { refuse } from './configuration-error';

export type Stage = 'sandbox' | 'production';

export interface Settings {
  /**
   * `production` keeps tables, queues and logs when a stack is deleted; `sandbox` removes everything.
   *
   * @default sandbox
   */
  readonly stage: Stage;

  /**
   * Name of an existing Secrets Manager secret whose value is the Stripe API key, as plain text.
   *
   * @default - payments go to the test acquirer, which is deployed with the app
   */
  readonly stripeSecretName?: string;
}

const ALLOWED = '"stage" (sandbox or production) and "stripeSecretName" (name of an existing Secrets Manager secret)';

/** Keys that the CDK itself puts into the context: feature flags (`@aws-cdk/…`), cached look-ups and CLI state (`aws:cdk:…`). */
const belongsToCdk = (key: string): boolean => /[@:/]/.test(key) || key === 'cli-telemetry' || key === 'acknowledged-issue-numbers';

const RULES: readonly { readonly broken: (given: Given) => boolean; readonly message: (given: Given) => string }[] = [
  {
    broken: ({ stage }) => stage !== undefined && stage !== 'sandbox' && stage !== 'production',
    message: ({ stage }) => `Setting "stage" is ${JSON.stringify(stage)}: it must be "sandbox" or "production".`,
  },
  {
    broken: ({ stage, stripeSecretName }) => stage === 'production' && stripeSecretName === undefined,
    message: () =>
      'Stage "production" needs the setting "stripeSecretName": without it payments go to the test acquirer, which moves no money. ' +
      'Pass -c stripeSecretName=<name of the Secrets Manager secret that holds the Stripe key>.',
  },
  {
    broken: ({ stripeSecretName }) => isKey(stripeSecretName),
    // The value is a credential here: it must not reach a terminal or a build log.
    message: () =>
      'Setting "stripeSecretName" holds a Stripe key: store the key in Secrets Manager and pass the name of the secret instead.',
  },
  {
    broken: ({ stripeSecretName: name }) =>
      name !== undefined && !isKey(name) && !(typeof name === 'string' && /^[A-Za-z0-9/_+=.@-]{1,512}$/.test(name)),
    message: ({ stripeSecretName: name }) =>
      `Setting "stripeSecretName" is ${JSON.stringify(name)}: it must be the name of a secret, 1 to 512 letters, digits or /_+=.@- (not its ARN).`,
  },
  {
    // Secrets Manager takes such an ending for its own random suffix and then looks for a secret with a shorter name.
    broken: ({ stripeSecretName: name }) => typeof name === 'string' && !isKey(name) && /-[A-Za-z0-9]{6}$/.test(name),
    message: ({ stripeSecretName: name }) =>
      `Setting "stripeSecretName" is ${JSON.stringify(name)}: a secret whose name ends in a hyphen and six characters cannot be found by name. Rename it.`,
  },
];

interface Given {
  readonly stage?: unknown;
  readonly stripeSecretName?: unknown;
}

const isKey = (value: unknown): boolean => typeof value === 'string' && /^(sk|rk|pk|whsec)_/.test(value);

/** Settings from the CDK context (`-c stage=production`). Throws `ConfigurationError` naming every unknown or wrong one. */
export function readSettings(context: Readonly<Record<string, unknown>>): Settings {
  const { stage, stripeSecretName, ...others } = context;
  const unknown = Object.keys(others)
    .filter((key) => !belongsToCdk(key))
    .map((key) => `Unknown setting "${key}": the settings are ${ALLOWED}. Correct or remove it.`);
  refuse([...unknown, ...RULES.filter((rule) => rule.broken(context)).map((rule) => rule.message(context))]);
  return { stage: stage === 'production' ? 'production' : 'sandbox', stripeSecretName: stripeSecretName as string | undefined };
}
