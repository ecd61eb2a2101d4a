// Contents of a module archive that the registry uses.

export interface ModuleVariable {
  readonly name: string;
  /** Type constraint as written in the source, such as `list(string)`. Null if there is none. */
  readonly type: string | null;
  readonly description: string | null;
  /**
   * Default value as JSON on one line, with expressions as `${…}`. Null if there is none or if the input is sensitive.
   */
  readonly default: string | null;
  readonly required: boolean;
  readonly sensitive: boolean;
}

export interface ModuleOutput {
  readonly name: string;
  readonly description: string | null;
  readonly sensitive: boolean;
}

export interface RequiredProvider {
  readonly name: string;
  /** Provider source such as `hashicorp/aws`. */
  readonly source: string | null;
  /** Version constraint such as `>= 5.0, < 6.0`. */
  readonly version: string | null;
}

/** Declarations in the Terraform files of the root folder. Each list is sorted by name. */
export interface ModuleInterface {
  readonly inputs: readonly ModuleVariable[];
  readonly outputs: readonly ModuleOutput[];
  readonly providers: readonly RequiredProvider[];
  /** Addresses such as `aws_s3_bucket.logs` and `data.aws_region.current`. */
  readonly resources: readonly string[];
  /** Required Terraform version, such as `>= 1.5`. */
  readonly requiredVersion: string | null;
}

/** Module in the `modules` folder of another module. */
export interface Submodule extends ModuleInterface {
  /** Name of the submodule's folder. */
  readonly name: string;
}

export interface ModuleContents extends ModuleInterface {
  /** Submodules, sorted by name. */
  readonly submodules: readonly Submodule[];
  /** Text of `README.md` or `README` in the root folder, cut after 512 KiB. */
  readonly readme: string | null;
  /** Names of files and folders in the root folder, as written in the archive. */
  readonly rootNames: readonly string[];
  /** SHA-256 of the uploaded archive, in lower-case hexadecimal. */
  readonly sha256: string;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
}
