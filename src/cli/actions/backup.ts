import { readConfig } from '../../config.ts';
import { auditedTransaction } from '../../domains/audit/index.ts';
import { acting, operator } from '../acting.ts';
import { restoreInstance } from '../backup/restore.ts';
import { backupOf, writeBackup } from '../backup/write.ts';
import { type Action, UsageError } from '../command.ts';
import type { backupCommands } from '../commands/backup.ts';
import { bytesIn, requireFolderOf } from '../file.ts';
import { labelled } from '../output.ts';

/** The passphrase in a file; the line break at its end does not count. */
async function passphraseIn(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const passphrase = (await bytesIn(path)).toString('utf8').replace(/\r?\n$/, '');
  if (passphrase === '') throw new UsageError(`--passphrase-file: ${path} is empty.`);
  return passphrase;
}

export const backup = acting<typeof backupCommands.backup>(
  async ({ context, actor }, { subject, options }, terminal) => {
    const passphrase = await passphraseIn(options.passphraseFile);
    if (subject !== '-') await requireFolderOf(subject);
    const entry = { action: 'instance.backup', type: 'instance', id: 'backup' };
    await auditedTransaction(context, actor, async () => ({ result: undefined, audit: [entry] }));
    await using made = await backupOf(context, {
      withKey: !options.withoutKey,
      passphrase,
      progress: terminal.progress,
    });
    if (made.hasKey && passphrase === undefined)
      terminal.warn(
        'The backup contains the encryption key: keep it as safe as the data folder, or use --passphrase-file.',
      );
    if (made.unknownSteps.length > 0)
      terminal.warn(
        `A newer Tipstaff has brought the database to its schema (${made.unknownSteps.join(', ')}): only that version, or a later one, restores this backup.`,
      );
    if (subject === '-') {
      await terminal.stream(made.pieces);
      return undefined;
    }
    const bytes = await writeBackup(subject, made.pieces);
    const { rows, tables, hasKey } = made;
    return {
      text: labelled({
        Backup: subject,
        Bytes: bytes,
        Rows: rows,
        'Encryption key': hasKey ? 'included' : 'not included',
      }),
      json: { file: subject, bytes, rows, tables, 'has-key': hasKey },
    };
  },
);

export const restore: Action<typeof backupCommands.restore> = async ({ subject, options }, terminal) => {
  if (subject === '-')
    throw new UsageError('A backup cannot come from standard input: save it to a file, and name the file.');
  const passphrase = await passphraseIn(options.passphraseFile);
  const restored = await restoreInstance(readConfig(terminal.environment), operator(crypto.randomUUID()), {
    file: subject,
    passphrase,
    progress: terminal.progress,
  });
  const { madeAt, rows, head, place } = restored;
  return {
    text: `${labelled({ Restored: place, 'Backup of': madeAt, Rows: rows, 'Audit record': head })}\n"tipstaff serve" starts it.`,
    json: { place, 'made-at': madeAt, rows, head },
  };
};
