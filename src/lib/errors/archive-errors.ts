// Reasons why records cannot go into a file, or why a file cannot be relied upon; each message is one plain sentence.

/** The file is not what was written. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile';
}

/** The records stay where they are. */
export class NotArchived extends Error {
  override readonly name = 'NotArchived';
}
