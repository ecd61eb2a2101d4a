import { flag, valued } from '../../terminal/options.ts';

export const backupCommands = {
  backup: {
    usage: 'backup [file]',
    description: 'write a backup of the instance to one file, for "tipstaff restore"; the service can keep running',
    argument: 'a new file, or - for standard output',
    options: {
      to: valued('--to <folder>', 'write the backup into this folder, with the time of the backup in the file name'),
      keep: valued('--keep <count>', 'with --to: keep this number of backups in the folder, and delete older backups'),
      every: valued(
        '--every <duration>',
        'with --to: make a backup at this interval, such as 6h, until the command is ended',
      ),
      run: valued(
        '--run <command>',
        'with --to: run a program for each backup, without a shell; the command line is split at spaces, and {} stands for the path of the backup',
      ),
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
  resume: {
    usage: 'resume',
    description:
      'let a restored instance send mail, text messages and audit records again; without --yes, only show what the instance would send',
    options: {
      sendWaiting: flag(
        '--send-waiting',
        'send the mails that waited when the backup was made, instead of deleting them',
      ),
      yes: flag('--yes', 'do it'),
    },
  },
};
