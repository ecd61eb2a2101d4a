// Interface that each release artefact implements.

/** Properties of a release that are the same for all artefacts. */
export interface Release {
  /** Version of the release in the form `N.N.N`. */
  readonly version: string;
  /** Hash of the Git commit that the release is built from. */
  readonly commit: string;
  /** Time of the commit. All files in archives get this time, so that two builds from the same commit are equal. */
  readonly time: Date;
  /** Root of the repository. */
  readonly root: string;
  /** Folder that the artefacts are written to. */
  readonly folder: string;
  /** Whether npm may download the engine packages from a registry. */
  readonly isPublished: boolean;
}

export interface MakeContext extends Release {
  /** Empty temporary folder for building this artefact. */
  readonly scratch: string;
  /**
   * Returns the folder with the complete program as it is installed. The first call creates the folder. Callers may
   * copy its files but must not change them. The program, `bin/tipstaff.js`, runs on Node.js 24. The folder does not
   * contain the native policy engine, which `engineProgram` returns.
   */
  readonly program: () => Promise<string>;
  /**
   * Returns the path of the native policy engine for a platform such as `linux-x64`. Its checksum is first compared
   * with the committed checksum.
   */
  readonly engineProgram: (platform: string) => Promise<string>;
}

export interface CheckContext extends Pick<Release, 'version' | 'root' | 'folder'> {
  /** Empty temporary folder for this test. */
  readonly scratch: string;
}

/** Result of testing an artefact, or the reason why this machine cannot test it. */
export interface Proof {
  /** Name of the tested file in the output folder. */
  readonly file: string;
  /** Label for an additional test of the same file, such as "without the engine". */
  readonly variant?: string;
  /** Duration of the installation in ms. */
  readonly installed?: number;
  /** Time in ms from starting the service until its first response. */
  readonly answered?: number;
  readonly notRun?: string;
}

export interface Artefact {
  /** Name of the artefact on the command line. */
  readonly name: string;
  /** Writes files into the output folder and returns their names. */
  readonly make: (context: MakeContext) => Promise<readonly string[]>;
  /** Tests each file of the artefact, using only files from the output folder. Throws if a test fails. */
  readonly check: (context: CheckContext) => Promise<readonly Proof[]>;
}
