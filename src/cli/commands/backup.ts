import { flag, valued } from '../options.ts';

export const backupCommands = {
  backup: {
    usage: 'backup <file>',
    description: 'write a backup of the instance to one file, for "tipstaff restore"; the service can keep running',
    argument: 'a new file, or - for standard output',
    options: {
      withoutKey: flag('--without-key', 'do not include the encryption key of the data folder'),
      passphraseFile: valued('--passphrase-file <file>', 'encrypt the backup with the passphrase in this file'),
    },
  },
  restore: {
    usage: 'restore <file>',
    description:
      'restore a backup into an empty data folder or database; a backup of either database engine can be restored into either',
    argument: 'a backup file',
    options: { passphraseFile: valued('--passphrase-file <file>', 'the file with the passphrase of the backup') },
  },
};
