// Audit anchor. The head file next to the database contains the number and the seal of the last record in the hash
// chain of audit records. The file shows whether a database was copied without its latest changes or reset to an
// earlier state. The file is written only after the sealed records are on disk, so it may be older than the database
// but is never newer.
import { type ContextOptions, type Core, service } from '../../context.ts';
import type { Database, Reader } from '../../db/database.ts';
import type { Fact } from '../../db/fact.ts';
import { type DatabaseLocation, headPath, identityOf } from '../../db/open.ts';
import { query } from '../../db/query.ts';
import { type EncryptionKey, type SecretPlace, sealingKeyOf, type Vault, vaultOf } from '../../kernel/secrets.ts';
import { StartRefused } from '../../lib/errors/start-refused.ts';
import { textIfThere, writeAtomically } from '../../lib/files/atomic-write.ts';
import { readState, storeStateOnce } from '../../runtime/state/instance-state.ts';
import { emptyChain, type Head, headText, readHead, readStartHead } from './chain-head.ts';

/** Head of the audit chain, with the time of its last record. The time is null while no record is sealed. */
interface KeptHead extends Head {
  readonly at: string | null;
}

/**
 * Contents of the head file: a head of the audit chain, or `unreadable` if none of the available keys decrypts the
 * file. `missing` means that there is no file.
 */
export type HeadFile = KeptHead | 'unreadable' | 'missing';

/** Evidence that the database is older than its head file, or that it does not belong to that file. */
export interface Rollback {
  readonly reason: 'missing' | 'unreadable' | 'older';
  /** Path of the head file. */
  readonly path: string;
  /** Time of the database's last audit record. */
  readonly lastChange: string | undefined;
  /** Time of the audit record that the head file refers to. */
  readonly expected: string | undefined;
}

/** Values from the database that are compared with the head file. */
export interface HeadState {
  /** Whether a head file has been written for this database. If so, the service does not start without the file. */
  readonly isKept: boolean;
  /** Seal of the record that the head file refers to. */
  readonly seal: string | undefined;
  /** Stored start of the audit chain. Undefined if no records have been archived. */
  readonly start: string | undefined;
  readonly lastChange: string | undefined;
}

export interface AuditAnchor {
  /** Returns the evidence of a rollback. Undefined if there is none. */
  rollback(): Rollback | undefined;
  /** Writes the current head to the head file. Does nothing while a rollback is detected. */
  update(): Promise<void>;
  /**
   * Accepts the database in its current state, on the operator's request, and writes the head of its audit chain to the
   * head file.
   */
  accept(): Promise<void>;
}

interface HeadParts {
  readonly log: { warn(details: object, message: string): void };
  readonly location: DatabaseLocation;
  readonly database: Database;
  readonly vault: Vault;
}

const rollbackFrom = async ({ location, database }: HeadParts, file: HeadFile): Promise<Rollback | undefined> =>
  rollbackOf(headPath(location), file, await stateOf(database, file));

/** Reads the head file and compares it with the database. */
const compare = async (parts: HeadParts) => {
  // The file is read before the database. Any record that the file refers to was in the database before the file was
  // written.
  const text = await textIfThere(headPath(parts.location));
  const file = readSealed(text, parts.vault);
  return { text, file, rollback: await rollbackFrom(parts, file) };
};

/**
 * Values from the database that are compared with the head file. They can be read with or without a running service.
 */
export const headFact = (file: HeadFile): Fact<HeadState> => ({
  table: 'audit_records',
  read: (reader) => stateOf(reader, file),
});

/** Detects whether the database was reset to an earlier state. */
export const auditAnchor = service<AuditAnchor>();

/**
 * Opens the audit anchor of a context. Throws `StartRefused` for a database that was reset, unless the caller handles
 * the rollback itself.
 */
export async function openAnchor(core: Core, { opensRollback }: Pick<ContextOptions, 'opensRollback'>): Promise<void> {
  const { config: location, log } = core;
  const anchor = await openAuditAnchor({ ...core, location });
  const rollback = anchor.rollback();
  if (rollback !== undefined && !opensRollback) throw new StartRefused(rollbackSentence(rollback));
  const failed = (error: unknown): void => log.warn({ error }, anchorNotWritten);
  core.use({ [Symbol.asyncDispose]: () => anchor.update().catch(failed) });
  auditAnchor.provide(core, anchor);
}

/** Opens the audit anchor. Compares the file with the database, and writes the file unless there is a rollback. */
export async function openAuditAnchor(parts: HeadParts): Promise<AuditAnchor> {
  const { location, database, vault, log } = parts;
  let opened = await compare(parts);
  // Another starting process may have written the first head file after this process read the file and before it read
  // the database.
  if (opened.rollback?.reason === 'missing') opened = await compare(parts);
  let { rollback } = opened;
  let written: HeadFile = opened.file;
  let keyId = opened.text && sealingKeyOf(opened.text);
  let isNoted = false;
  const identity = identityOf(location);

  const write = async (): Promise<void> => {
    if (identityOf(location) !== identity) return log.warn({}, replaced);
    const head = await headIn(database);
    const sealed = vault.seal(place, JSON.stringify(head));
    if (typeof written === 'object' && isSame(written, head) && sealingKeyOf(sealed) === keyId) return;
    await writeAtomically(headPath(location), sealed);
    written = head;
    keyId = sealingKeyOf(sealed);
  };
  const keep = async (): Promise<void> => {
    await write();
    if (isNoted) return;
    // The flag is stored in the database, so that a later copy of a SQLite file shows that a head file is required.
    if ((await readState(database, 'head-kept')) === undefined) {
      await database.transaction((tx) => storeStateOnce(tx, 'head-kept', 'yes'));
      await database.fold('now');
    }
    isNoted = true;
  };
  // The service starts and serves reads even if the disk is full. The next update tries again.
  if (rollback === undefined) await keep().catch((error: unknown) => log.warn({ error }, anchorNotWritten));
  return {
    rollback: () => rollback,
    update: async () => {
      if (rollback !== undefined) return;
      const current = await readState(database, 'audit-head');
      const isAhead = typeof written === 'object' && current !== undefined && current !== headText(written);
      // The database may have been reset after the service started.
      if (isAhead) rollback = await rollbackFrom(parts, written);
      if (rollback === undefined) await keep();
    },
    accept: async () => {
      rollback = undefined;
      await keep();
    },
  };
}

/** Returns a sentence that says what is wrong with the database and what to do. */
export const rollbackSentence = ({ reason, path, lastChange, expected }: Rollback): string => {
  const last =
    lastChange === undefined
      ? 'The database contains no changes'
      : `The last change in the database is from ${lastChange}`;
  const what = {
    missing: `The head file of the database (${path}) is missing. The database was copied without the files next to it, and may lack the latest changes.`,
    unreadable: `The head file of the database (${path}) cannot be decrypted with the encryption key. The file belongs to another instance or was changed.`,
    older: `The database is older than its head file (${path}). The database lacks a change from ${expected}.`,
  };
  return `${what[reason]} ${last}. ${rollbackAdvice}`;
};

export const rollbackAdvice =
  'Restore a backup, or stop the service and copy its whole data folder again. To continue with this database anyway, run "tipstaff serve --accept-rollback".';

/** Reads the head file of an instance that is not running. The keys are used to decrypt it. */
export async function readHeadFile(location: DatabaseLocation, keys: readonly EncryptionKey[]): Promise<HeadFile> {
  const text = await textIfThere(headPath(location));
  const key = keys.find(({ id }) => text !== undefined && id === sealingKeyOf(text));
  if (text !== undefined && key === undefined) return 'unreadable';
  return key === undefined
    ? 'missing'
    : readSealed(
        text,
        vaultOf(key.id, () => keys),
      );
}

/** Compares the head file with the database. Returns undefined if there is no rollback. */
export function rollbackOf(path: string, file: HeadFile, state: HeadState): Rollback | undefined {
  const { isKept, seal, lastChange } = state;
  const start = readStartHead(state.start) ?? emptyChain;
  const rollback = { path, lastChange, expected: undefined };
  if (file === 'missing') return isKept ? { ...rollback, reason: file } : undefined;
  if (file === 'unreadable') return { ...rollback, reason: file };
  if (file.sequence === 0 || file.seal === seal || file.seal === start.seal) return undefined;
  // The record that the file refers to was archived later, so the database is newer than the file.
  if (file.sequence < start.sequence) return undefined;
  return { ...rollback, reason: 'older', expected: file.at ?? undefined };
}

const place: SecretPlace = { table: '', column: '', id: 'head of the audit record' };

const replaced = 'the database file was moved or replaced while it was open: restart the service';

/** Log message after a failure to write the head file. */
export const anchorNotWritten = 'the head file of the database could not be written';

const isSame = (one: Head, other: Head): boolean => headText(one) === headText(other);

function readSealed(text: string | undefined, vault: Vault): HeadFile {
  if (text === undefined) return 'missing';
  try {
    return JSON.parse(vault.open(place, text));
  } catch {
    return 'unreadable';
  }
}

const recordAt = query<{ sequence: number }>()((db, { sequence }) =>
  db.selectFrom('audit_records').select(['at', 'seal']).where('sequence', '=', sequence),
);

const lastRecord = query()((db) => db.selectFrom('audit_records').select('at').orderBy('id', 'desc').limit(1));

async function headIn(database: Database): Promise<KeptHead> {
  const text = await readState(database, 'audit-head');
  const head = (text === undefined ? undefined : readHead(text)) ?? emptyChain;
  return { ...head, at: (await database.first(recordAt, head))?.at ?? null };
}

async function stateOf(database: Reader, file: HeadFile): Promise<HeadState> {
  const sequence = typeof file === 'object' ? file.sequence : 0;
  const [fact, start, record, last] = await Promise.all([
    database.engine === 'sqlite' ? readState(database, 'head-kept') : undefined,
    readState(database, 'audit-start'),
    database.first(recordAt, { sequence }),
    database.first(lastRecord, {}),
  ]);
  return { isKept: fact !== undefined, seal: record?.seal ?? undefined, start, lastChange: last?.at };
}
