// Search for accounts by a part of the username or the e-mail address. A word with three letters in a row is looked up in a
// trigram index; for a shorter word, or one with very many matches, the accounts are scanned in their order.
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../../db/engine.ts';
import { containsPattern, isLike, withoutIndex } from '../../../db/expressions.ts';
import { list } from '../../../db/list.ts';
import { query } from '../../../db/query.ts';
import { matchOf, rareTrigrams } from '../../../db/trigrams.ts';
import { canMatch } from '../../../kernel/matching.ts';
import { folded } from '../../../lib/text/text.ts';
import { flagFilter } from './store.ts';

/** No part contains a space, so a word without one is in one part. PostgreSQL has an index on this expression. */
const bothParts = sql<string>`(users.username_key || ' ' || users.email_key)`;

/** A condition that uses no index. */
const contains = (engine: Engine, word: string) =>
  engine === 'postgres'
    ? sql<SqlBool>`strpos(${bothParts}, ${word}) > 0`
    : sql<SqlBool>`(instr(users.username_key, ${word}) > 0 or instr(users.email_key, ${word}) > 0)`;

/** With more matches in the trigram index, the accounts are scanned instead. */
export const maxProbed = 1_000;

const sampleSize = 500;

/** Identifiers are random, so the first accounts by identifier are a random sample. */
export const sampleUsers = query()((db) =>
  db.selectFrom('users').select(bothParts.as('text')).orderBy('id').limit(sql.lit(sampleSize)),
);

/** Arguments of `probeUsers`. */
interface Probe {
  readonly word: string;
  /** The trigrams, in the query language of SQLite's index, and as patterns for PostgreSQL's. */
  readonly match: string;
  readonly one: string;
  readonly two: string;
  readonly three: string;
}

/**
 * The few trigrams of a word that match the fewest accounts. The index takes far longer over trigrams that nearly every
 * account has, such as the end of an e-mail address.
 */
export const probeFor = (word: string, sample: readonly string[]): Probe => {
  const pieces = rareTrigrams(word, sample);
  const [one = '', two = one, three = two] = pieces.map(containsPattern);
  return { word, match: matchOf(pieces), one, two, three };
};

/** True if the index can find a word: PostgreSQL's contains letters and digits only. */
export const isProbed = (word: string): boolean => /[\p{L}\p{N}]{3}/u.test(word);

const columns = [
  'users.username_key',
  'users.is_admin',
  'users.is_suspended',
  'users.is_service_account',
  'users.two_factor_confirmed_at',
] as const;

/** The accounts that contain a word, unordered; one more than the maximum shows that there are too many. */
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

/** True if two-factor authentication is on, or off, as wanted; services have none, and are neither. */
export function matchesTwoFactor(
  wanted: number | undefined,
  account: { readonly is_service_account: number; readonly two_factor_confirmed_at: string | null },
): boolean {
  const isOn = account.two_factor_confirmed_at !== null;
  return wanted === undefined || (wanted === 1 ? isOn : !isOn && account.is_service_account === 0);
}

/** A word in the form that accounts have it; null where none has it. */
export const wordIn = (text: string): string | null => (canMatch(text) && !text.includes(' ') ? folded(text) : null);

/**
 * Accounts in the order of their usernames, by a covering index. The indexes by status must not be used: they have no e-mail
 * addresses. Two-factor authentication has indexes of its own.
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
            : // A partial index has exactly these.
              and([eb('two_factor_confirmed_at', 'is', null), eb('is_service_account', '=', sql.lit(0))]),
      },
      q: { read: wordIn, where: (_eb, word, { engine }) => contains(engine, word) },
    },
    isScan: true,
    countsFirst: true,
    isOfReference: true,
  },
);
