// The index by which a search finds texts that contain a word.
import type { Engine } from '../../engine.ts';

interface Indexed {
  /** Name of one row: in SQLite the names of the index and its numbers begin with it. */
  readonly one: string;
  readonly columns: readonly string[];
  /** The text that is searched, of a row whose columns have this prefix. */
  readonly words: (row: string) => string;
}

const indexed = {
  // Neither a username nor an e-mail address has a space, so a word without one is in one of the two.
  users: {
    one: 'user',
    columns: ['username_key', 'email_key'],
    words: (row) => `${row}username_key || ' ' || ${row}email_key`,
  },
  policies: { one: 'policy', columns: ['name'], words: (row) => `lower(${row}name)` },
} as const satisfies Readonly<Record<string, Indexed>>;

type Table = keyof typeof indexed;

/** The tables in SQLite that triggers fill. */
export const indexNumbers: readonly string[] = Object.values(indexed).map(({ one }) => `${one}_numbers`);

/** In SQLite triggers keep the index and the numbers of its rows: a number never changes only in a primary key of integers. */
const inSqlite = (table: Table, { one, columns, words }: Indexed, text: string): readonly string[] => [
  `create table ${one}_numbers (
    number integer primary key autoincrement,
    ${one}_id ${text} not null unique references ${table} (id) on delete cascade
  )`,
  `create virtual table ${one}_words using fts5(
    words, tokenize = 'trigram case_sensitive 1', detail = none, content = '', contentless_delete = 1
  )`,
  // By default SQLite rewrites an index when a tenth of its entries is deleted: with 100,000 policies that kept the serving
  // thread for 0.8 s at a time, with a million for 2.4 s. Without that, entries leave when segments are merged by insertions.
  `insert into ${one}_words (${one}_words, rank) values ('deletemerge', 0)`,
  `create trigger ${one}_words_insert after insert on ${table} begin
    insert into ${one}_numbers (${one}_id) values (new.id);
    insert into ${one}_words (rowid, words) select number, ${words('new.')} from ${one}_numbers where ${one}_id = new.id;
  end`,
  `create trigger ${one}_words_update after update of ${columns.join(', ')} on ${table} begin
    update ${one}_words set words = ${words('new.')}
      where rowid = (select number from ${one}_numbers where ${one}_id = new.id);
  end`,
  // The number goes first where a job removes rows in portions, and with its row otherwise.
  `create trigger ${one}_words_delete after delete on ${one}_numbers begin
    delete from ${one}_words where rowid = old.number;
  end`,
];

const inPostgres = (table: Table, { words }: Indexed): readonly string[] => [
  'create extension if not exists pg_trgm',
  `create index ${table}_by_words on ${table} using gin ((${words('')}) gin_trgm_ops)`,
];

/** Makes an index of all groups of three characters in a text of each row; `text` is the type of such columns. */
export const trigramIndex = (engine: Engine, table: Table, text: string): readonly string[] =>
  engine === 'sqlite' ? inSqlite(table, indexed[table], text) : inPostgres(table, indexed[table]);
