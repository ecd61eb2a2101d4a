/** Thrown if a file is not a backup or is incomplete. The message is one sentence. */
export class RefusedBackup extends Error {
  override readonly name = 'RefusedBackup';
}
