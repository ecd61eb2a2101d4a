import { sealed } from '../../../domains/index.ts';
import { rotateEncryptionKey } from '../../../domains/instance/commands.ts';
import { counted } from '../../../lib/text/text.ts';
import { asOperator } from '../../data/as-operator.ts';

export const rotate = asOperator(async ({ context, actor }) => {
  const rotation = await rotateEncryptionKey(context, actor, sealed);
  const { former, current, secrets } = rotation;
  const rest =
    context.config.encryptionKeys === undefined
      ? `The data folder has both keys: earlier backups need ${former}.`
      : `You can remove ${former} from TIPSTAFF_ENCRYPTION_KEY: only earlier backups need it.`;
  return {
    text: `Key ${current} encrypts secrets from now on. ${counted(secrets, 'secret was', 'secrets were')} encrypted again. ${rest}`,
    json: rotation,
  };
});
