// Reasons why records cannot be written to a file, or why a file is invalid. Each message is one sentence.

/** Thrown if the file differs from what was written. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile';
}

/** Thrown if the records were not archived. They stay in the database. */
export class NotArchived extends Error {
  override readonly name = 'NotArchived';
}
