// The contract between the frame of the release and each of its artefacts.

/** Facts of a release, alike for every artefact. */
export interface Release {
  /** `N.N.N` */
  readonly version: string;
  /** Hash of the commit that everything is built from. */
  readonly commit: string;
  /** Time of that commit. It is the time of every file in an archive, so that a commit gives the same bytes again. */
  readonly time: Date;
  /** Root of the repository. */
  readonly root: string;
  /** Folder of the artefacts. */
  readonly folder: string;
  /** True where npm may get the packages of engines from a registry. */
  readonly isPublished: boolean;
}

export interface MakeContext extends Release {
  /** An empty folder of this artefact alone, which is deleted afterwards. */
  readonly scratch: string;
  /**
   * Folder with the whole program as it is installed, made at the first call; a copy of it may be changed. Node.js 24 starts
   * `bin/tipstaff.js` in it. It has no engine as a program: see `engineProgram`.
   */
  readonly program: () => Promise<string>;
  /** Path of the policy engine as a program for a platform such as `linux-x64`, whose sum is the committed one. */
  readonly engineProgram: (platform: string) => Promise<string>;
}

export interface CheckContext extends Pick<Release, 'version' | 'root' | 'folder'> {
  /** An empty folder of this check alone, which is deleted afterwards. */
  readonly scratch: string;
}

/** A proof that an artefact works, or the reason that this machine cannot prove it. */
export interface Proof {
  /** The file in the folder of the artefacts. */
  readonly file: string;
  /** Further words for a second proof of a file, such as "without the engine". */
  readonly variant?: string;
  /** Time of the installation in ms. */
  readonly installed?: number;
  /** Time in ms from the start of the service to its first answer. */
  readonly answered?: number;
  readonly notRun?: string;
}

export interface Artefact {
  /** A word for the command line. */
  readonly name: string;
  /** Writes files into `folder`; answers their names. */
  readonly make: (context: MakeContext) => Promise<readonly string[]>;
  /** Proves each file from the files in `folder` alone. Throws where one does not do what it should. */
  readonly check: (context: CheckContext) => Promise<readonly Proof[]>;
}
