import { commandsOf } from '../command.ts';

const declared = {
  rotate: {
    usage: 'encryption-key rotate',
    description: 'encrypt every secret with a new key; the service can keep running',
  },
};

export const encryptionKeyCommands = commandsOf(declared, () => import('../actions/encryption-key.ts'));
