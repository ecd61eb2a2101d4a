import { commandsOf } from '../command.ts';
import { flag, valued } from '../options.ts';

const declared = {
  backup: {
    usage: 'backup <file>',
    description:
      'write everything to one file, of which "tipstaff restore" makes an instance again; the service may run',
    argument: 'a new file, or - for standard output',
    options: {
      withoutKey: flag('--without-key', 'leave the encryption key out, where it is in the data folder'),
      passphraseFile: valued('--passphrase-file <file>', 'encrypt the backup with the passphrase in this file'),
    },
  },
  restore: {
    usage: 'restore <file>',
    description: 'make the instance of a backup in an empty data folder or database; both engines take any backup',
    argument: 'a backup',
    options: { passphraseFile: valued('--passphrase-file <file>', 'the passphrase that it was encrypted with') },
  },
};

export type BackupCommands = typeof declared;

export const backupCommands = commandsOf(declared, () => import('../actions/backup.ts'));
