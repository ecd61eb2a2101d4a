// Copies records quickly. The service creates the records once. Their rows are then inserted again with other names,
// ids and secrets, with one statement per table for many copies.
import { CompiledQuery } from 'kysely';
import type { Context } from '../../src/context.ts';
import type { Reader, Transaction } from '../../src/db/database.ts';
import type { Engine } from '../../src/db/engine.ts';
import { capabilityWith } from '../../src/http/object-links.ts';
import { newId } from '../../src/kernel/ids.ts';
import { newCapability, newToken, tokenHash } from '../../src/lib/secrets/tokens.ts';
import { randomText } from '../../src/lib/text/random-text.ts';
import { rawStatement } from './raw-statement.ts';
import { type Column, type Columns, columnsOf, rawQuery, rowText } from './row-texts.ts';
import type { World } from './world.ts';

/** Creates one copy for each name. */
export type Copier<Made> = (names: readonly string[]) => Promise<readonly Made[]>;

/** Rows of each table as JSON objects. Binary values are texts such as `\x00ff`. */
type Rows = ReadonlyMap<string, readonly string[]>;

/** Texts that differ between copies, each with a function that returns a new text. */
type Differing = ReadonlyMap<string, () => string>;

/**
 * Calls `make` once to create records. Their unique names must contain `name`, which must not occur elsewhere. The
 * returned function inserts all rows again and returns the result of `make` with the names, ids and secrets of the
 * copy. Audit records and values that are encrypted or signed for one record cannot be copied.
 */
export async function openCopier<Made extends object>(
  { context: { database } }: World,
  name: string,
  make: (name: string) => Promise<Made>,
): Promise<Copier<Made>> {
  const columns = new Map([...(await columnsOf(database))].filter(([table]) => !notCopied.includes(table)));
  const before = await rowsOf(database, columns);
  const made = JSON.stringify(await make(name));
  const rows = newRows(before, await rowsOf(database, columns));
  const all = [...rows.values()].flat();
  const differing = differingIn(made, all.join());
  const texts = new Map([...rows].map(([table, its]) => [table, splitBy(its.join(), name, differing)] as const));
  const answer = splitBy(made, name, differing);
  return (names) =>
    database.transaction(async (tx) => {
      const copies = names.map((each) => valuesFor(differing, name, each));
      await tx.run(rawStatement(withoutOrder[database.engine]));
      for (const [table, parts] of texts) {
        await insert(tx, columns.get(table) ?? [], `[${copies.map((values) => joined(parts, values)).join()}]`);
      }
      await countUsers(tx, rows.get('users') ?? [], names.length);
      return copies.map((values): Made => JSON.parse(joined(answer, values)));
    });
}

/**
 * Copies the records of one test environment to another one, whose own records it deletes first. Audit records, settings
 * and records about the running process are not copied.
 */
export async function copyInstance(from: World, to: World): Promise<void> {
  const { database } = to.context;
  const columns = new Map([...(await columnsOf(database))].filter(([table]) => !notCopied.includes(table)));
  const rows = await rowsOf(from.context.database, columns);
  await database.transaction(async (tx) => {
    await tx.run(rawStatement(withoutOrder[database.engine]));
    for (const [table, its] of columns) {
      await tx.run(rawStatement(`delete from ${table}`));
      await insert(tx, its, `[${rows.get(table)?.join()}]`);
    }
  });
}

/** Returns a link's capability with a new signature for the record that the copy names. */
export function signedAgain(context: Context, capability: string): string {
  const [purpose = '', id = '', endsAt, ...details] = capability.split('.').slice(0, -2);
  return capabilityWith(context, { purpose, id, endsAt: Number(endsAt), details });
}

// Tables that are not copied: audit records and their memberships, counters that the service maintains, and tables with
// only one row.
const notCopied: readonly string[] = [
  'audit_records',
  'audit_memberships',
  'user_numbers',
  'policy_numbers',
  'user_counts',
  'settings',
  'instance',
  'leases',
  'presences',
];

const rowsOf = async (database: Reader, columns: Columns): Promise<Rows> => {
  const tables = [...columns].map(async ([table, its]) => {
    const sql = `select ${rowText(database.engine, its)} as row from ${table} t`;
    const rows = await database.rows(rawQuery<{ row: string }>(sql), {});
    return [table, rows.map(({ row }) => row)] as const;
  });
  return new Map(await Promise.all(tables));
};

const newRows = (before: Rows, after: Rows): Rows =>
  new Map(
    [...after].flatMap(([table, rows]) => {
      const known = new Set(before.get(table));
      const added = rows.filter((row) => !known.has(row));
      return added.length === 0 ? [] : [[table, added] as const];
    }),
  );

const rowIdForm = /"id":"(?:[a-z]+-(?<end>[1-9A-HJ-NP-Za-km-z]{16})|(?<whole>[0-9A-Za-z]{24}))"/g;
/** Hash of a secret. The pattern finds secrets that the result of `make` does not contain. */
const hashForm = /"hash":"(?<hash>[\w-]{43})"/g;
const tokenForm = /\b[0-9A-Za-z]{14}\.[a-z0-9]+\.[0-9A-Za-z]{64}\b/g;
const capabilityForm = /(?<![\w-])[\w-]{43}(?![\w-])/g;

const another = {
  end: () => newId('org').slice('org-'.length),
  whole: () => randomText(24),
  capability: newCapability,
  token: (like: string) => newToken(like.split('.')[1] ?? ''),
};

/** Returns the row ids and the secrets in `made`. Several ids may have the same text after their prefix. */
const differingIn = (made: string, rows: string): Differing => {
  const ids = [...rows.matchAll(rowIdForm)].map(({ groups: { end, whole } = {} }) =>
    end === undefined ? ([whole ?? '', another.whole] as const) : ([end, another.end] as const),
  );
  const stored = (form: RegExp) => (made.match(form) ?? []).filter((secret) => rows.includes(tokenHash(secret)));
  const [capabilities, tokens] = [stored(capabilityForm), stored(tokenForm)];
  const known = new Set([...capabilities, ...tokens].map(tokenHash));
  const unknown = [...rows.matchAll(hashForm)]
    .map(({ groups: { hash = '' } = {} }) => hash)
    .filter((hash) => !known.has(hash));
  return new Map<string, () => string>([
    ...[...capabilities, ...unknown].map((each) => [each, another.capability] as const),
    ...tokens.map((each) => [each, () => another.token(each)] as const),
    ...ids,
  ]);
};

const isSecret = (text: string): boolean => text.length > 24;

/** Returns the copy's text for each text that differs between copies, and the hash for each secret. */
const valuesFor = (differing: Differing, name: string, itsName: string): ReadonlyMap<string, string> => {
  const values = new Map([[name, itsName]]);
  for (const [text, another] of differing) {
    const value = another();
    values.set(text, value);
    if (isSecret(text)) values.set(tokenHash(text), tokenHash(value));
  }
  return values;
};

/** Splits a text at the texts that differ between copies. These texts become the elements with odd indexes. */
const splitBy = (text: string, name: string, differing: Differing): readonly string[] => {
  const hashes = [...differing.keys()].filter(isSecret).map(tokenHash);
  return text.split(new RegExp(`(${[...differing.keys(), ...hashes, name].join('|').replaceAll('.', '\\.')})`));
};

const joined = (parts: readonly string[], values: ReadonlyMap<string, string>): string =>
  parts.map((part, index) => (index % 2 === 0 ? part : (values.get(part) ?? part))).join('');

const insertInto = (columns: readonly Column[]): Readonly<Record<Engine, string>> => {
  const [{ table } = { table: '' }] = columns;
  const names = columns.map(({ name }) => name).join(', ');
  const values = columns.map(({ name, isBytes }) =>
    isBytes ? `unhex(substr(value ->> '$.${name}', 3))` : `value ->> '$.${name}'`,
  );
  return {
    sqlite: `insert into ${table} (${names}) select ${values.join(', ')} from json_each(?)`,
    postgres: `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1)`,
  };
};

// Foreign keys are not checked until all tables are written, because tables refer to each other.
const withoutOrder: Readonly<Record<Engine, string>> = {
  sqlite: 'pragma defer_foreign_keys = on',
  postgres: 'set local session_replication_role = replica',
};

const insert = async (tx: Transaction, columns: readonly Column[], rows: string): Promise<void> => {
  await tx.run((_db, engine) => ({ compile: () => CompiledQuery.raw(insertInto(columns)[engine], [rows]) }));
};

const counted = (is_admin: unknown, is_suspended: unknown): string =>
  `${is_suspended === 1 ? 'suspended' : 'active'}_${is_admin === 1 ? 'admins' : 'members'}`;

const countUsers = async (tx: Transaction, users: readonly string[], times: number): Promise<void> => {
  const counters = Map.groupBy(
    users.map((user) => JSON.parse(user)),
    ({ is_admin, is_suspended }) => counted(is_admin, is_suspended),
  );
  if (counters.size === 0) return;
  const sets = [...counters].map(([counter, its]) => `${counter} = ${counter} + ${its.length * times}`);
  await tx.run(rawStatement(`update user_counts set ${sets.join(', ')}`));
};
