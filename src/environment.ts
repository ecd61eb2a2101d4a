// The only reader of the environment; what its variables mean stands in config.ts.
export type Environment = Readonly<Record<string, string | undefined>>;

/** Some variables are wrong; the message names each of them. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

// biome-ignore lint/style/noProcessEnv: the one reader of the environment
export const processEnvironment: Environment = process.env;
