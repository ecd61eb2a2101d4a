// Writes a backup. It contains a consistent snapshot of the database, and the encryption key if the key is in the data
// folder.
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { pipeline as finished } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import type { Context } from '../../context.ts';
import { encryptionKeys } from '../../data-folder.ts';
import { openSnapshot } from '../../db/backup/copy.ts';
import { unknownSteps } from '../../db/schema/migrations/index.ts';
import { timestamp } from '../../kernel/clock.ts';
import { version } from '../../kernel/version.ts';
import { syncFolder } from '../../lib/files/atomic-write.ts';
import { randomText } from '../../lib/text/random-text.ts';
import { type BackupHeader, type BackupTable, backupLines } from '../../protocols/backup/lines.ts';
import { sealedBackup } from '../../protocols/backup/passphrase.ts';
import { readState } from '../../runtime/state/instance-state.ts';
import { CommandFailed, UsageError } from '../terminal/command.ts';
import { backupMac } from './mac.ts';
import { progressOver } from './progress.ts';
import { removedOnSignal } from './unfinished.ts';

/** A backup that is created while it is read. */
export interface Backup extends AsyncDisposable {
  readonly pieces: AsyncIterable<Uint8Array>;
  readonly rows: number;
  readonly tables: number;
  readonly hasKey: boolean;
  /** Names of database migrations that are unknown to this version of the program. */
  readonly unknownSteps: readonly string[];
}

interface BackupOptions {
  readonly withKey: boolean;
  readonly passphrase: string | undefined;
  readonly progress: (sentence: string) => void;
}

/** Starts a backup of the database's current state. */
export async function backupOf(context: Context, { withKey, passphrase, progress }: BackupOptions): Promise<Backup> {
  const { config, database, clock } = context;
  await using stack = new AsyncDisposableStack();
  const snapshot = stack.use(await openSnapshot(config));
  const { steps, tables } = snapshot;
  const hasKey = withKey && config.encryptionKeys === undefined;
  const ring = (await encryptionKeys(config))();
  const keys = hasKey ? ring.map(({ bytes }) => bytes.toString('base64')) : null;
  const keyId = (await readState(database, 'encryption-key-id')) ?? '';
  const key = ring.find(({ id }) => id === keyId);
  if (key === undefined)
    throw new CommandFailed(
      `The key ${keyId}, which encrypts the secrets of the database, is missing: add it to TIPSTAFF_ENCRYPTION_KEY.`,
    );
  const header: BackupHeader = { madeBy: version, madeAt: timestamp(clock.now()), steps, tables, keyId, keys };
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const count = progressOver(rows, progress);
  const rowsOf = async function* (table: BackupTable) {
    for await (const batch of snapshot.rows(table)) {
      yield batch;
      count(batch.length);
    }
  };
  const lines = backupLines(header, rowsOf, (sha256) => backupMac(key, sha256));
  const packed = pipeline(Readable.from(lines), createZstdCompress(), () => undefined);
  const pieces = passphrase === undefined ? packed : sealedBackup(packed, passphrase);
  const opened = stack.move();
  const made = { pieces, rows, tables: tables.length, hasKey, unknownSteps: unknownSteps(steps) };
  return { ...made, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/**
 * Writes a new file that only the file's owner can read. If writing fails, no file remains. Returns the size in bytes.
 */
export async function writeBackup(path: string, pieces: AsyncIterable<Uint8Array>): Promise<number> {
  if (await isThere(path)) throw new UsageError(`${path} already exists: name a new file.`);
  const draft = `${path}.${randomText(8)}`;
  using _ = removedOnSignal(draft);
  try {
    await finished(pieces, createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }));
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
  return (await stat(path)).size;
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
