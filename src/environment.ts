// The only reader of the environment; what its variables mean stands in src/configuration.

/** The configuration file that is read where nothing names one. */
export const usualConfigurationFile = '/etc/tipstaff/tipstaff.yaml';

/** Key of an environment for the configuration file whose texts it has beside those of variables. */
export const configurationFile = Symbol('configuration file');

/** Texts by the names of variables. */
export type Environment = Readonly<Record<string, string | undefined>> & {
  readonly [configurationFile]?: ConfigurationFile;
};

/** A configuration file whose keys count as variables, where these are not set. */
interface ConfigurationFile {
  readonly path: string;
  /** True if a flag or a variable names it; false if it is in the usual place. */
  readonly isNamed: boolean;
  /** File and line of each text that is from there, by the name of its variable. */
  readonly places: ReadonlyMap<string, string>;
  /** Faults of the file; the values that could be read nevertheless are there. */
  readonly problems: readonly string[];
}

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
