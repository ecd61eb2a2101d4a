// The head of the audit record's chain is kept in a file beside the database, so that a database that was copied without
// its latest changes, or set back to an earlier time, is noticed. The file is written after the record is sealed, and
// never before that is on disk: it may lag behind the database, and is never ahead of it.
import { type ContextOptions, type Core, service } from '../../context.ts';
import type { Database, Reader } from '../../db/database.ts';
import type { Fact } from '../../db/fact.ts';
import { type DatabaseLocation, headPath, identityOf } from '../../db/open.ts';
import { query } from '../../db/query.ts';
import { type EncryptionKey, type SecretPlace, sealingKeyOf, type Vault, vaultOf } from '../../kernel/secrets.ts';
import { StartRefused } from '../../lib/errors/start-refused.ts';
import { textIfThere, writeWholeFile } from '../../lib/files/whole-file.ts';
import { readState, storeStateOnce } from '../../runtime/state/instance-state.ts';
import { emptyChain, type Head, headText, readHead, readStartHead } from './chain-head.ts';

/** A head with the time of its record; none while nothing is sealed. */
interface KeptHead extends Head {
  readonly at: string | null;
}

/** Contents of the file: a head, something that the keys at hand do not open, or nothing at all. */
export type HeadFile = KeptHead | 'unreadable' | 'missing';

/** Evidence that a database is not the one that was written to last. */
export interface Rollback {
  readonly reason: 'missing' | 'unreadable' | 'older';
  /** The file. */
  readonly path: string;
  /** The time of the last change that the database has. */
  readonly lastChange: string | undefined;
  /** The time of the change that the head names. */
  readonly expected: string | undefined;
}

/** State of a database that the head in the file is compared with. */
export interface HeadState {
  /** True if a head has been kept beside it: then it does not start without one. */
  readonly isKept: boolean;
  /** The seal of the record that the head names. */
  readonly seal: string | undefined;
  /** Start of the chain, as it is stored; undefined while no record went into an archive. */
  readonly start: string | undefined;
  readonly lastChange: string | undefined;
}

export interface AuditAnchor {
  /** Reason not to rely on the database; undefined while there is none. */
  rollback(): Rollback | undefined;
  /** Writes what was sealed since; nothing while there is a rollback. */
  update(): Promise<void>;
  /** An operator goes on with what the database has. */
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

/** Compares the file with the database. */
const compare = async (parts: HeadParts) => {
  // The file first: what it names was in the database before.
  const text = await textIfThere(headPath(parts.location));
  const file = readSealed(text, parts.vault);
  return { text, file, rollback: await rollbackFrom(parts, file) };
};

/** State of a database, with a service or without, for a comparison with the head in the file. */
export const headFact = (file: HeadFile): Fact<HeadState> => ({
  table: 'audit_records',
  read: (reader) => stateOf(reader, file),
});

/** Tells whether the database was set back to an earlier time. */
export const auditAnchor = service<AuditAnchor>();

/** Opens the anchor of a context; refuses a database that was set back, unless the caller deals with it. */
export async function openAnchor(core: Core, { opensRollback }: Pick<ContextOptions, 'opensRollback'>): Promise<void> {
  const { config: location, log } = core;
  const anchor = await openAuditAnchor({ ...core, location });
  const rollback = anchor.rollback();
  if (rollback !== undefined && !opensRollback) throw new StartRefused(rollbackSentence(rollback));
  const failed = (error: unknown): void => log.warn({ error }, anchorNotWritten);
  core.use({ [Symbol.asyncDispose]: () => anchor.update().catch(failed) });
  auditAnchor.provide(core, anchor);
}

/** Opens the keeper, and compares the file with the database. */
export async function openAuditAnchor(parts: HeadParts): Promise<AuditAnchor> {
  const { location, database, vault, log } = parts;
  let opened = await compare(parts);
  // Another process that starts may have written the first head in between, and then said so in the database.
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
    await writeWholeFile(headPath(location), sealed);
    written = head;
    keyId = sealingKeyOf(sealed);
  };
  const keep = async (): Promise<void> => {
    await write();
    if (isNoted) return;
    // From then on each copy of the embedded database says that it needs its head.
    if ((await readState(database, 'head-kept')) === undefined) {
      await database.transaction((tx) => storeStateOnce(tx, 'head-kept', 'yes'));
      await database.fold('now');
    }
    isNoted = true;
  };
  // A full disk stops neither the start nor what reads; the next update tries again.
  if (rollback === undefined) await keep().catch((error: unknown) => log.warn({ error }, anchorNotWritten));
  return {
    rollback: () => rollback,
    update: async () => {
      if (rollback !== undefined) return;
      const current = await readState(database, 'audit-head');
      const isAhead = typeof written === 'object' && current !== undefined && current !== headText(written);
      // Somebody may have set the database back since the start.
      if (isAhead) rollback = await rollbackFrom(parts, written);
      if (rollback === undefined) await keep();
    },
    accept: async () => {
      rollback = undefined;
      await keep();
    },
  };
}

/** Says what is wrong with a database, and what to do. */
export const rollbackSentence = ({ reason, path, lastChange, expected }: Rollback): string => {
  const last = lastChange === undefined ? 'It has no change at all' : `The last change that it has is of ${lastChange}`;
  const what = {
    missing: `The database has no head (${path}): it was copied without the files beside it, and may lack the latest changes.`,
    unreadable: `The head of the database (${path}) cannot be opened with the encryption key: it belongs to another instance, or was changed.`,
    older: `The database is not the one that was written to last: it lacks a change of ${expected}, which its head (${path}) names.`,
  };
  return `${what[reason]} ${last}. ${rollbackAdvice}`;
};

export const rollbackAdvice =
  'Restore a backup, or copy the whole data folder of the stopped service; "tipstaff serve --accept-rollback" continues with this database.';

/** Reads the head's file with keys that are no instance's yet. */
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

/** Compares the file with the database. PostgreSQL is known to an instance with a new folder, too. */
export function rollbackOf(path: string, file: HeadFile, state: HeadState): Rollback | undefined {
  const { isKept, seal, lastChange } = state;
  const start = readStartHead(state.start) ?? emptyChain;
  const rollback = { path, lastChange, expected: undefined };
  if (file === 'missing') return isKept ? { ...rollback, reason: file } : undefined;
  if (file === 'unreadable') return { ...rollback, reason: file };
  if (file.sequence === 0 || file.seal === seal || file.seal === start.seal) return undefined;
  // The record that the file names went into an archive since: the database is of a later time.
  if (file.sequence < start.sequence) return undefined;
  return { ...rollback, reason: 'older', expected: file.at ?? undefined };
}

const place: SecretPlace = { table: '', column: '', id: 'head of the audit record' };

const replaced = 'the database was moved away or replaced while it is open: restart the service';

/** Log message where the file could not be written. */
export const anchorNotWritten = 'the head of the database was not written';

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
