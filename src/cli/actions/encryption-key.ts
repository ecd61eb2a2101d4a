import { sealed } from '../../domains/index.ts';
import { rotateEncryptionKey } from '../../domains/instance/index.ts';
import { acting } from '../acting.ts';

export const rotate = acting(async ({ context, actor }) => {
  const rotation = await rotateEncryptionKey(context, actor, sealed);
  const { former, current, secrets } = rotation;
  const rest =
    context.config.encryptionKeys === undefined
      ? `The data folder has both: backups from before need ${former}.`
      : `TIPSTAFF_ENCRYPTION_KEY can go without ${former}, which only backups from before need.`;
  return { text: `Key ${current} seals from now on. ${secrets} secrets were sealed again. ${rest}`, json: rotation };
});
