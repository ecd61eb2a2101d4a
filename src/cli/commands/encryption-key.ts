import { actingCommand } from '../command.ts';

const rotate = actingCommand({
  name: 'encryption-key rotate',
  description: 'seal every secret with a new key; the service may go on running',
  act: async ({ context, actor }) => {
    const { rotateEncryptionKey } = await import('../../domains/instance/index.ts');
    const { sealed } = await import('../../domains/index.ts');
    const rotation = await rotateEncryptionKey(context, actor, sealed);
    const { former, current, secrets } = rotation;
    const rest =
      context.config.encryptionKeys === undefined
        ? `The data folder has both: backups from before need ${former}.`
        : `REEVE_ENCRYPTION_KEY can go without ${former}, which only backups from before need.`;
    return { text: `Key ${current} seals from now on. ${secrets} secrets were sealed again. ${rest}`, json: rotation };
  },
});

export const encryptionKeyCommands = [rotate];
