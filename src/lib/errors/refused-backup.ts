/** A file that is no backup, or not a whole one; the message is one plain sentence. */
export class RefusedBackup extends Error {
  override readonly name = 'RefusedBackup';
}
