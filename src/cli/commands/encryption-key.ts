const run = () => import('../actions/encryption-key.ts');

export const encryptionKeyCommands = {
  rotate: {
    usage: 'encryption-key rotate',
    description: 'encrypt every secret with a new key; the service may run',
    run,
  },
};
