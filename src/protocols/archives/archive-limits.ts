/** The limits of an archive. */
export interface ArchiveLimits {
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  readonly entries: number;
  /** Maximum time in ms that the thread which reads an archive works without requesting the next piece. */
  readonly silenceTimeout: number;
  /** True if names may begin with a slash, which is left out then. */
  readonly isRooted?: boolean;
}

const mebibyte = 1024 * 1024;

/** Of a module. */
export const archiveLimits: ArchiveLimits = {
  packedBytes: 64 * mebibyte,
  unpackedBytes: 512 * mebibyte,
  entries: 10_000,
  // Many times what the largest archive takes.
  silenceTimeout: 60_000,
};

/** Of a module of which a page shows single files: each is another reading. */
export const shownArchiveLimits: ArchiveLimits = {
  ...archiveLimits,
  packedBytes: 16 * mebibyte,
  unpackedBytes: 64 * mebibyte,
};

/** Of policies. */
export const policyArchiveLimits: ArchiveLimits = {
  packedBytes: 10 * mebibyte,
  unpackedBytes: 64 * mebibyte,
  entries: 10_000,
  silenceTimeout: 60_000,
};

/** Of a bundle that `opa build` has written. */
export const bundleLimits: ArchiveLimits = { ...policyArchiveLimits, isRooted: true };
