// Restores an instance from a backup. The instance is first created in a temporary folder, where its schema, secrets,
// audit log and counters are verified. Afterwards it is moved to the data folder or loaded into the database.
import { rm } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import { openContext } from '../../context.ts';
import { keyFileOf, writeKeyFile, writeNewKeyFile } from '../../data-folder.ts';
import { fill, foldLog, isUnused } from '../../db/backup/copy.ts';
import { readFact } from '../../db/inspect.ts';
import { headPath, migrate, sqlitePath } from '../../db/open.ts';
import { isUnreleased, unknownSteps } from '../../db/schema/migrations/index.ts';
import { usersCounted } from '../../domains/accounts/commands.ts';
import { headText, sealingJob } from '../../domains/audit/commands.ts';
import { auditAnchor, auditedTransaction, verifyChain } from '../../domains/audit/index.ts';
import { sealed, wiring } from '../../domains/index.ts';
import { requireReadableSecrets } from '../../domains/instance/commands.ts';
import type { Actor } from '../../kernel/actor.ts';
import { timestamp } from '../../kernel/clock.ts';
import { type EncryptionKey, readEncryptionKeys } from '../../kernel/secrets.ts';
import { RefusedBackup } from '../../lib/errors/refused-backup.ts';
import { linkNew, textIfThere } from '../../lib/files/atomic-write.ts';
import { giveToOwner } from '../../lib/files/owner.ts';
import type { BackupHeader, BackupTrailer } from '../../protocols/backup/lines.ts';
import { runOnce } from '../../runtime/jobs/jobs.ts';
import { heldRow, isHeldRow } from '../../runtime/state/held.ts';
import { CommandFailed } from '../terminal/command.ts';
import { draftFolder } from './draft.ts';
import { backupMac } from './mac.ts';
import { progressOver } from './progress.ts';
import { type BackupFile, partsOf } from './read.ts';

export interface RestoreOptions extends BackupFile {
  readonly progress: (sentence: string) => void;
}

/** Result of a restore. `place` is the path of the data folder, or `the database`. */
export interface Restored {
  readonly place: string;
  readonly madeAt: string;
  readonly rows: number;
  /** Head of the audit log's hash chain, as text. */
  readonly head: string;
}

/** Restores a backup into the configured data folder or database, which must not contain an instance. */
export async function restoreInstance(config: Config, actor: Actor, options: RestoreOptions): Promise<Restored> {
  await requireUnused(config);
  const formerHead = await textIfThere(headPath(config));
  // The file is first read to its end to verify its checksum, because unverified contents cannot be trusted.
  const { header, trailer } = await endsOf(options);
  requireKnown(header);
  const keys = await keysFor(config, header);
  requireUnchanged(trailer, header, keys);
  await using stack = new AsyncDisposableStack();
  const { databaseUrl, ...embedded } = config;
  const draft: Config = { ...embedded, dataDir: await draftFolder(config, stack) };
  if (config.encryptionKeys === undefined) await writeKeyFile(draft, keys);
  const rows = await load(draft, { header, trailer }, options);
  const head = await verified(draft);
  if (databaseUrl === undefined) await moveIn(draft, config, { keys, formerHead });
  else await load(config, { header, trailer }, options);
  await record(config, actor, header);
  return { place: databaseUrl === undefined ? config.dataDir : 'the database', madeAt: header.madeAt, rows, head };
}

async function requireUnused(config: Config): Promise<void> {
  if (await isUnused(config)) return;
  throw new CommandFailed(
    config.databaseUrl === undefined
      ? `${config.dataDir} already contains an instance: set TIPSTAFF_DATA_DIR to an empty folder.`
      : 'The database in TIPSTAFF_DATABASE_URL already contains an instance: set the variable to an empty database.',
  );
}

/** Header and trailer of a backup that was read to its end. */
interface BackupEnds {
  readonly header: BackupHeader;
  readonly trailer: BackupTrailer;
}

async function endsOf(options: RestoreOptions): Promise<BackupEnds> {
  let ends: Partial<BackupEnds> = {};
  for await (const part of partsOf(options)) if (!('rows' in part)) ends = { ...ends, ...part };
  const { header, trailer } = ends;
  if (header === undefined || trailer === undefined)
    throw new RefusedBackup('The backup has no header. Use another copy of the backup.');
  return { header, trailer };
}

/** Verifies the backup's message authentication code, which only a holder of the encryption key can compute. */
function requireUnchanged(
  { sha256, mac }: BackupTrailer,
  { keyId }: BackupHeader,
  keys: readonly EncryptionKey[],
): void {
  const key = keys.find(({ id }) => id === keyId);
  if (key !== undefined && mac === backupMac(key, sha256)) return;
  throw new RefusedBackup(
    'The backup was changed after its creation: the authentication code is missing or does not match the encryption key. Use another copy of the backup.',
  );
}

/**
 * Loads a backup into an unused database and puts the instance on hold. If loading fails, the database stays unchanged.
 * Returns the number of rows.
 */
async function load(into: Config, { header, trailer }: BackupEnds, options: RestoreOptions): Promise<number> {
  const { steps, tables } = header;
  await migrate(into, { only: steps });
  const total = tables.reduce((sum, { rows }) => sum + rows, 0);
  const count = progressOver(total, options.progress);
  {
    await using filling = await fill(into);
    const isSame = ({ name, columns }: (typeof tables)[number]): boolean =>
      columns.toSorted().join() === filling.columns.get(name)?.toSorted().join();
    if (tables.length !== filling.columns.size || !tables.every(isSame)) {
      throw new RefusedBackup(
        into.databaseUrl === undefined
          ? 'Another version of Tipstaff made the backup: restore it with that version, then update.'
          : 'The tables in the database belong to a different version of Tipstaff than the backup: set TIPSTAFF_DATABASE_URL to a database without tables.',
      );
    }
    for await (const part of partsOf(options)) {
      if ('trailer' in part && part.trailer.sha256 !== trailer.sha256)
        throw new RefusedBackup('The backup file was changed during the restore. Start the restore again.');
      if (!('rows' in part)) continue;
      const { table, rows } = part;
      await filling.insert(
        table,
        rows.filter((row) => !isHeldRow(table, row)),
      );
      count(rows.length);
    }
    const held = heldRow({ at: timestamp(Date.now()), madeAt: header.madeAt });
    await filling.insert(held.table, [held.row]);
    await filling.finish();
  }
  await migrate(into);
  return total;
}

function requireKnown({ steps }: BackupHeader): void {
  if (isUnreleased(steps))
    throw new RefusedBackup(
      'This backup was made before the first release. Restore the backup with the program that made it, run "tipstaff export" with that program, and "tipstaff apply" with this program; evaluations, the audit trail and passwords are not transferred.',
    );
  const unknown = unknownSteps(steps);
  if (unknown.length === 0) return;
  throw new RefusedBackup(
    `A newer version of Tipstaff made the backup (${unknown.join(', ')}): restore it with that version or a later one.`,
  );
}

/**
 * Returns the encryption keys for the restored instance. Throws `CommandFailed` if the backup's key is not among them.
 */
async function keysFor(config: Config, { keyId, keys }: BackupHeader): Promise<readonly EncryptionKey[]> {
  const path = keyFileOf(config);
  const sources = [
    { keys: config.encryptionKeys, name: 'TIPSTAFF_ENCRYPTION_KEY' },
    { keys: await keysIn(path), name: path },
    { keys: keys === null ? undefined : readEncryptionKeys(keys.join()), name: 'The backup' },
  ];
  const source = sources.find((each) => each.keys !== undefined);
  if (source?.keys === undefined) {
    throw new CommandFailed(
      `The backup has no encryption key: set TIPSTAFF_ENCRYPTION_KEY to the key ${keyId}, or copy the file encryption-key to ${config.dataDir}.`,
    );
  }
  if (source.keys.some(({ id }) => id === keyId)) return source.keys;
  throw new CommandFailed(
    `${source.name} does not contain the key ${keyId}, which encrypts the secrets of the backup: add that key.`,
  );
}

/** Returns the encryption keys in a file; undefined if the file does not exist. */
async function keysIn(path: string): Promise<readonly EncryptionKey[] | undefined> {
  const text = await textIfThere(path);
  return text === undefined ? undefined : (readEncryptionKeys(text) ?? []);
}

/** Verifies the restored data before it is used, and returns the head of the audit log's hash chain. */
async function verified(draft: Config): Promise<string> {
  if ((await readFact(draft, usersCounted)) === false)
    throw inconsistent('the account counters do not match the accounts');
  await using context = await openContext(draft, wiring, { opensRollback: true });
  // The temporary database has no stored head to compare with, so the current head of its hash chain is accepted.
  await auditAnchor(context).accept();
  await requireReadableSecrets(context, sealed).catch((error: unknown) => {
    throw inconsistent('a secret cannot be decrypted', error);
  });
  const { head, fault } = await verifyChain(context);
  if (fault !== undefined) throw inconsistent(fault.detail.replace(/\.$/, ''));
  return headText(head);
}

const inconsistent = (what: string, cause?: unknown): RefusedBackup =>
  new RefusedBackup(
    `The backup is complete, but its contents are wrong: ${what}. Nothing was restored. Use another backup.`,
    {
      cause,
    },
  );

interface MovedIn {
  readonly keys: readonly EncryptionKey[];
  /**
   * Head of the hash chain of a lost database, which is still stored in the data folder; undefined if there is none.
   */
  readonly formerHead: string | undefined;
}

/**
 * Moves the database into the data folder, completely or not at all. Files that another program, such as a started
 * service, has created there are never replaced. The keys are written first, then the hash chain head, then the
 * database. A service that starts in between sees the head and refuses to create a new database.
 */
async function moveIn(draft: Config, config: Config, { keys, formerHead }: MovedIn): Promise<void> {
  const { dataDir, encryptionKeys } = config;
  const [head, database] = [headPath(config), sqlitePath(dataDir)];
  foldLog(draft);
  for (const path of [headPath(draft), sqlitePath(draft.dataDir)]) giveToOwner(path, dataDir);
  if (encryptionKeys === undefined && !(await writeNewKeyFile(config, keys))) await requireSameKeys(config, keys);
  if (formerHead !== undefined && (await textIfThere(head)) === formerHead) await rm(head);
  if (!(await linkNew(headPath(draft), head))) throw inUse(head);
  if (await linkNew(sqlitePath(draft.dataDir), database)) return;
  await rm(head);
  throw inUse(database);
}

const inUse = (path: string): CommandFailed =>
  new CommandFailed(
    `Another program created ${path} during the restore. Nothing was restored: stop the programs that use the data folder, and set TIPSTAFF_DATA_DIR to an empty folder.`,
  );

/**
 * Checks that the key file contains one of the backup's keys. If it does not, another program has created the file
 * during the restore.
 */
async function requireSameKeys(config: Config, keys: readonly EncryptionKey[]): Promise<void> {
  const path = keyFileOf(config);
  const ids = ((await keysIn(path)) ?? []).map(({ id }) => id);
  if (keys.some(({ id }) => ids.includes(id))) return;
  throw inUse(path);
}

/** Adds an audit event about the restore to the restored instance. */
async function record(config: Config, actor: Actor, { madeAt, madeBy }: BackupHeader): Promise<void> {
  await using context = await openContext(config, wiring, { opensRollback: true });
  const entry = {
    action: 'instance.restore',
    type: 'instance',
    id: 'backup',
    after: { 'made-at': madeAt, 'made-by': madeBy },
  };
  await auditedTransaction(context, actor, async () => ({ result: undefined, audit: [entry] }));
  // Audit events from the backup that are not in the hash chain yet are added to it as well. Otherwise, they would be
  // reported as unsealed.
  await runOnce(context, sealingJob(context));
  await auditAnchor(context).accept();
}
