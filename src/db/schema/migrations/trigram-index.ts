// Index for searching texts that contain a word.
import type { Engine } from '../../engine.ts';

interface Indexed {
  /** Singular name, with which the names of the SQLite index and its tables begin. */
  readonly one: string;
  readonly columns: readonly string[];
  /** Returns the SQL of the searched text. `row` is the prefix of the row's columns. */
  readonly words: (row: string) => string;
}

const indexed = {
  // Usernames and email addresses contain no spaces, so a word without spaces never matches across both of them.
  users: {
    one: 'user',
    columns: ['username_key', 'email_key'],
    words: (row) => `${row}username_key || ' ' || ${row}email_key`,
  },
  policies: { one: 'policy', columns: ['name'], words: (row) => `lower(${row}name)` },
} as const satisfies Readonly<Record<string, Indexed>>;

type Table = keyof typeof indexed;

/** SQLite tables that are filled by triggers. */
export const indexNumbers: readonly string[] = Object.values(indexed).map(({ one }) => `${one}_numbers`);

/**
 * In SQLite, triggers maintain the index and the numbers of its rows. An integer primary key is used because other row
 * identifiers may change.
 */
const inSqlite = (table: Table, { one, columns, words }: Indexed, text: string): readonly string[] => [
  `create table ${one}_numbers (
    number integer primary key autoincrement,
    ${one}_id ${text} not null unique references ${table} (id) on delete cascade
  )`,
  `create virtual table ${one}_words using fts5(
    words, tokenize = 'trigram case_sensitive 1', detail = none, content = '', contentless_delete = 1
  )`,
  // By default, SQLite rewrites an index when a tenth of its entries is deleted. With 100,000 policies, this blocked
  // the main thread for 0.8 s at a time, with a million for 2.4 s. With this setting, deleted entries are removed when
  // insertions merge segments.
  `insert into ${one}_words (${one}_words, rank) values ('deletemerge', 0)`,
  `create trigger ${one}_words_insert after insert on ${table} begin
    insert into ${one}_numbers (${one}_id) values (new.id);
    insert into ${one}_words (rowid, words) select number, ${words('new.')} from ${one}_numbers where ${one}_id = new.id;
  end`,
  `create trigger ${one}_words_update after update of ${columns.join(', ')} on ${table} begin
    update ${one}_words set words = ${words('new.')}
      where rowid = (select number from ${one}_numbers where ${one}_id = new.id);
  end`,
  // When a job deletes rows in portions, it deletes the number first. Otherwise the number is deleted together with its
  // row.
  `create trigger ${one}_words_delete after delete on ${one}_numbers begin
    delete from ${one}_words where rowid = old.number;
  end`,
];

const inPostgres = (table: Table, { words }: Indexed): readonly string[] => [
  'create extension if not exists pg_trgm',
  `create index ${table}_by_words on ${table} using gin ((${words('')}) gin_trgm_ops)`,
];

/** Returns statements that create a trigram index of a text in each row. `text` is the type of text columns. */
export const trigramIndex = (engine: Engine, table: Table, text: string): readonly string[] =>
  engine === 'sqlite' ? inSqlite(table, indexed[table], text) : inPostgres(table, indexed[table]);
