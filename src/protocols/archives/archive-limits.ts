export interface ArchiveLimits {
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  readonly entries: number;
  /** Maximum time in ms between two requests for bytes by the thread that reads an archive. */
  readonly silenceTimeout: number;
  /** Whether names may begin with a slash, which is then removed. */
  readonly isRooted?: boolean;
}

const mebibyte = 1024 * 1024;

/** Limits of a module archive. */
export const archiveLimits: ArchiveLimits = {
  packedBytes: 64 * mebibyte,
  unpackedBytes: 512 * mebibyte,
  entries: 10_000,
  // Reading the largest archive takes a small part of this time.
  silenceTimeout: 60_000,
};

/**
 * Limits of a module archive from which a page shows single files. They are lower, because each file requires another
 * pass over the archive.
 */
export const shownArchiveLimits: ArchiveLimits = {
  ...archiveLimits,
  packedBytes: 16 * mebibyte,
  unpackedBytes: 64 * mebibyte,
};

/** Limits of a policy archive. */
export const policyArchiveLimits: ArchiveLimits = {
  packedBytes: 10 * mebibyte,
  unpackedBytes: 64 * mebibyte,
  entries: 10_000,
  silenceTimeout: 60_000,
};

/** Limits of a bundle that `opa build` has written. */
export const bundleLimits: ArchiveLimits = { ...policyArchiveLimits, isRooted: true };
