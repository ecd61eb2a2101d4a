// Interface that each release artefact implements.

/** Properties of a release that all artefacts share. */
export interface Release {
  /** Version in the form `N.N.N`. */
  readonly version: string;
  /** Hash of the commit that is built. */
  readonly commit: string;
  /** Time of the commit. All files in archives get this time, so that builds of a commit are reproducible. */
  readonly time: Date;
  /** Root of the repository. */
  readonly root: string;
  /** Output folder of the artefacts. */
  readonly folder: string;
  /** Whether npm may download the engine packages from a registry. */
  readonly isPublished: boolean;
}

export interface MakeContext extends Release {
  /** Empty folder for this artefact only. It is deleted afterwards. */
  readonly scratch: string;
  /**
   * Returns the folder of the complete program as it is installed. The folder is created by the first call; only copies
   * of it may be changed. It contains `bin/tipstaff.js`, which runs on Node.js 24, but no native engine: see
   * `engineProgram`.
   */
  readonly program: () => Promise<string>;
  /**
   * Returns the path of the native policy engine for a platform such as `linux-x64`, after comparing its checksum with
   * the committed one.
   */
  readonly engineProgram: (platform: string) => Promise<string>;
}

export interface CheckContext extends Pick<Release, 'version' | 'root' | 'folder'> {
  /** Empty folder for this check only. It is deleted afterwards. */
  readonly scratch: string;
}

/** Result of testing an artefact, or the reason why this machine cannot test it. */
export interface Proof {
  /** File name in the output folder. */
  readonly file: string;
  /** Label of an additional test of the same file, such as "without the engine". */
  readonly variant?: string;
  /** Duration of the installation in ms. */
  readonly installed?: number;
  /** Time in ms from the service's start to its first response. */
  readonly answered?: number;
  readonly notRun?: string;
}

export interface Artefact {
  /** Name of the artefact on the command line. */
  readonly name: string;
  /** Writes files into the output folder and returns their names. */
  readonly make: (context: MakeContext) => Promise<readonly string[]>;
  /** Tests each file, using only the output folder. Throws if a test fails. */
  readonly check: (context: CheckContext) => Promise<readonly Proof[]>;
}
