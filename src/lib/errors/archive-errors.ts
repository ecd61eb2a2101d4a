// Errors of archive files. Each message is one sentence.

/** Thrown if the content of an archive file differs from what was written to it. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile';
}

/** Thrown if records could not be written to an archive file. They stay in the database. */
export class NotArchived extends Error {
  override readonly name = 'NotArchived';
}
