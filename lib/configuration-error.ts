/** The app cannot be synthesized as configured. The message holds one sentence per problem, each on its own line. */
export class ConfigurationError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigurationError';
    this.problems = problems;
  }
}

/** Reports every problem at once, so that fixing one does not merely uncover the next. */
export function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new ConfigurationError(problems);
}
