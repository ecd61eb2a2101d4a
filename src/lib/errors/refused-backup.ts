/**
 * Thrown if a backup cannot be made or restored, for example because the file is incomplete. The message is one
 * sentence.
 */
export class RefusedBackup extends Error {
  override readonly name = 'RefusedBackup';
}
