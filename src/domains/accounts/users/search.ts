// Search for accounts by a part of the username or e-mail address. A word with three consecutive letters or digits is
// looked up in a trigram index. For shorter words, and for words with very many matches, the accounts are scanned in
// order.
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../../db/engine.ts';
import { containsPattern, isLike, withoutIndex } from '../../../db/expressions.ts';
import { list } from '../../../db/list.ts';
import { query } from '../../../db/query.ts';
import { matchOf, rareTrigrams } from '../../../db/trigrams.ts';
import { canMatch } from '../../../kernel/matching.ts';
import { folded } from '../../../lib/text/text.ts';
import { flagFilter } from './store.ts';

/**
 * SQL expression for the text to search: the username, a space and the e-mail address. A search word contains no space,
 * so it never matches across the username and the address. PostgreSQL has an index on this expression.
 */
const bothParts = sql<string>`(users.username_key || ' ' || users.email_key)`;

/** SQL condition that the username or e-mail address contains the word. The condition uses no index. */
const contains = (engine: Engine, word: string) =>
  engine === 'postgres'
    ? sql<SqlBool>`strpos(${bothParts}, ${word}) > 0`
    : sql<SqlBool>`(instr(users.username_key, ${word}) > 0 or instr(users.email_key, ${word}) > 0)`;

/** Maximum number of matches in the trigram index. With more, the accounts are scanned instead. */
export const maxProbed = 1_000;

const sampleSize = 500;

/** Identifiers are random, so the first accounts by identifier are a random sample. */
export const sampleUsers = query()((db) =>
  db.selectFrom('users').select(bothParts.as('text')).orderBy('id').limit(sql.lit(sampleSize)),
);

/** Parameters of `probeUsers`. */
interface Probe {
  readonly word: string;
  /** Trigrams as a query for SQLite's index. `one`, `two` and `three` are patterns for PostgreSQL's index. */
  readonly match: string;
  readonly one: string;
  readonly two: string;
  readonly three: string;
}

/**
 * Selects the few trigrams of a word that match the fewest accounts. The index is much slower for trigrams that nearly
 * every account contains, such as the end of an e-mail address.
 */
export const probeFor = (word: string, sample: readonly string[]): Probe => {
  const pieces = rareTrigrams(word, sample);
  const [one = '', two = one, three = two] = pieces.map(containsPattern);
  return { word, match: matchOf(pieces), one, two, three };
};

/** Whether the index can find the word. PostgreSQL's index covers only letters and digits. */
export const isProbed = (word: string): boolean => /[\p{L}\p{N}]{3}/u.test(word);

const columns = [
  'users.username_key',
  'users.is_admin',
  'users.is_suspended',
  'users.is_service_account',
  'users.two_factor_confirmed_at',
] as const;

/**
 * Accounts that contain a word, unsorted. The limit is one above the maximum, so that the caller can recognize too many
 * matches.
 */
export const probeUsers = query<Probe>()((db, parameters, engine) => {
  const limit = sql.lit(maxProbed + 1);
  if (engine === 'sqlite') {
    return db
      .selectFrom(sql<{ rowid: number }>`user_words(${parameters.match})`.as('words'))
      .crossJoin('user_numbers')
      .crossJoin('users')
      .select(columns)
      .whereRef('user_numbers.number', '=', 'words.rowid')
      .whereRef('users.id', '=', 'user_numbers.user_id')
      .where(() => contains(engine, parameters.word))
      .limit(limit);
  }
  return db
    .selectFrom('users')
    .select(columns)
    .where(({ and }) =>
      and([parameters.one, parameters.two, parameters.three].map((piece) => isLike(bothParts, piece))),
    )
    .where(() => contains(engine, parameters.word))
    .limit(limit);
});

/**
 * Whether an account matches the filter on two-factor authentication. Service accounts have none and match neither "on"
 * nor "off".
 */
export function matchesTwoFactor(
  wanted: number | undefined,
  account: { readonly is_service_account: number; readonly two_factor_confirmed_at: string | null },
): boolean {
  const isOn = account.two_factor_confirmed_at !== null;
  return wanted === undefined || (wanted === 1 ? isOn : !isOn && account.is_service_account === 0);
}

/** Converts a search word to the case-folded form. Null if no account can contain the word. */
export const wordIn = (text: string): string | null => (canMatch(text) && !text.includes(' ') ? folded(text) : null);

/**
 * Accounts sorted by username, read from a covering index. The status indexes must not be used, because they do not
 * contain e-mail addresses. The two-factor filter has its own indexes.
 */
export const scanUsers = list()(
  (db) => db.selectFrom('users').select('users.username_key'),
  (rows) => rows.orderBy('users.username_key'),
  {
    filters: {
      'filter[admin]': {
        ...flagFilter,
        where: ({ eb, ref }, flag, { engine }) =>
          eb(withoutIndex(engine, ref('is_admin')), '=', Number(flag === 'true')),
      },
      'filter[suspended]': {
        ...flagFilter,
        where: ({ eb, ref }, flag, { engine }) =>
          eb(withoutIndex(engine, ref('is_suspended')), '=', Number(flag === 'true')),
      },
      'filter[two-factor]': {
        ...flagFilter,
        where: ({ eb, and }, flag) =>
          flag === 'true'
            ? eb('two_factor_confirmed_at', 'is not', null)
            : // These conditions are exactly those of a partial index.
              and([eb('two_factor_confirmed_at', 'is', null), eb('is_service_account', '=', sql.lit(0))]),
      },
      q: { read: wordIn, where: (_eb, word, { engine }) => contains(engine, word) },
    },
    isScan: true,
    countsFirst: true,
    isOfReference: true,
  },
);
