export const encryptionKeyCommands = {
  rotate: {
    usage: 'encryption-key rotate',
    description: 'encrypt every secret with a new key; the service can keep running',
  },
};
