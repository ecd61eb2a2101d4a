// Trigram index, which finds the texts that contain a word.
import type { Engine } from '../../engine.ts';

interface Indexed {
  /** Singular form of the table's name. The names of the SQLite index and of its tables begin with it. */
  readonly one: string;
  readonly columns: readonly string[];
  /** Returns SQL for the text that is searched. `row` is a prefix of the column names, such as `new.`. */
  readonly words: (row: string) => string;
}

const indexed = {
  // Username and email address are joined by a space. Neither contains a space, so a word without spaces never matches
  // parts of both.
  users: {
    one: 'user',
    columns: ['username_key', 'email_key'],
    words: (row) => `${row}username_key || ' ' || ${row}email_key`,
  },
  policies: { one: 'policy', columns: ['name'], words: (row) => `lower(${row}name)` },
} as const satisfies Readonly<Record<string, Indexed>>;

type Table = keyof typeof indexed;

/** Names of the SQLite tables that number the rows of the search index. Triggers fill them. */
export const indexNumbers: readonly string[] = Object.values(indexed).map(({ one }) => `${one}_numbers`);

/**
 * In SQLite, triggers maintain the index and a table that numbers the indexed rows. The numbers are an integer primary
 * key, because SQLite may change other row identifiers.
 */
const inSqlite = (table: Table, { one, columns, words }: Indexed, text: string): readonly string[] => [
  `create table ${one}_numbers (
    number integer primary key autoincrement,
    ${one}_id ${text} not null unique references ${table} (id) on delete cascade
  )`,
  `create virtual table ${one}_words using fts5(
    words, tokenize = 'trigram case_sensitive 1', detail = none, content = '', contentless_delete = 1
  )`,
  // By default, SQLite rewrites an index when a tenth of its entries has been deleted. This blocked the main thread for
  // 0.8 s with 100,000 policies, and for 2.4 s with a million. With this setting, deleted entries are removed when
  // later insertions merge segments of the index.
  `insert into ${one}_words (${one}_words, rank) values ('deletemerge', 0)`,
  `create trigger ${one}_words_insert after insert on ${table} begin
    insert into ${one}_numbers (${one}_id) values (new.id);
    insert into ${one}_words (rowid, words) select number, ${words('new.')} from ${one}_numbers where ${one}_id = new.id;
  end`,
  `create trigger ${one}_words_update after update of ${columns.join(', ')} on ${table} begin
    update ${one}_words set words = ${words('new.')}
      where rowid = (select number from ${one}_numbers where ${one}_id = new.id);
  end`,
  // The table of numbers maps a row's identifier to the number under which the index contains the row. Deleting that
  // entry removes the row from the index. A job that deletes many rows deletes their entries first.
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
