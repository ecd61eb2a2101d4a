// The only module that reads environment variables. The variables are declared in src/configuration.

/** Configuration file that is read if no other is given. */
export const usualConfigurationFile = '/etc/tipstaff/tipstaff.yaml';

/** Key under which an environment holds its configuration file. */
export const configurationFile = Symbol('configuration file');

/** Values by variable name. */
export type Environment = Readonly<Record<string, string | undefined>> & {
  readonly [configurationFile]?: ConfigurationFile;
};

/** A configuration file. Its keys set variables that are not set otherwise. */
interface ConfigurationFile {
  readonly path: string;
  /** Whether a flag or variable sets the path. False for the default path. */
  readonly isNamed: boolean;
  /** File and line of each value that comes from the file, by variable name. */
  readonly places: ReadonlyMap<string, string>;
  /** Errors in the file. Values that could be read are used nevertheless. */
  readonly problems: readonly string[];
}

/** Thrown if variables are invalid. The message lists all of them. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

// biome-ignore lint/style/noProcessEnv: the only place that reads the environment
export const processEnvironment: Environment = process.env;
