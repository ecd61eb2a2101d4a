// Contents of the archive of a module, as far as they are read.

export interface ModuleInput {
  readonly name: string;
  /** As it is written, such as `list(string)`; null where there is none. */
  readonly type: string | null;
  readonly description: string | null;
  /** As JSON on one line, an expression as `${…}`; null where there is none, and where the input is sensitive. */
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
  /** Such as `hashicorp/aws`. */
  readonly source: string | null;
  /** Such as `>= 5.0, < 6.0`. */
  readonly version: string | null;
}

/** Declarations in the Terraform files at the root, each list in the order of names. */
export interface ModuleInterface {
  readonly inputs: readonly ModuleInput[];
  readonly outputs: readonly ModuleOutput[];
  readonly providers: readonly RequiredProvider[];
  /** Addresses such as `aws_s3_bucket.logs` and `data.aws_region.current`. */
  readonly resources: readonly string[];
  /** The required version of the command line, such as `>= 1.5`. */
  readonly requiredVersion: string | null;
}

/** A module in the folder `modules` of another one. */
export interface Submodule extends ModuleInterface {
  /** The name of its folder. */
  readonly name: string;
}

export interface ModuleContents extends ModuleInterface {
  /** In the order of their names. */
  readonly submodules: readonly Submodule[];
  /** The text of `README.md` or `README` at the root, at most 512 KiB of it. */
  readonly readme: string | null;
  /** The names of files and folders at the root, as they are written. */
  readonly rootNames: readonly string[];
  /** Lower-case hexadecimal, of the archive as it came. */
  readonly sha256: string;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
}
