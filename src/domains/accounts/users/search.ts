// How accounts are found by a part of their username or e-mail address. Words with three letters in a row are looked up in
// an index of trigrams; what is shorter, or hits very many, is looked for by going through the accounts in order.
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../../db/database.ts';
import { containsPattern, isLike, withoutIndex } from '../../../db/expressions.ts';
import { pageQueries } from '../../../db/page.ts';
import { query } from '../../../db/query.ts';
import { memoizeByArguments } from '../../../lib/memoize-by-arguments.ts';

/** Neither part has a space, so a word without one is in one of them. PostgreSQL has an index on just this. */
const bothParts = sql<string>`(users.username_key || ' ' || users.email_key)`;

/** Looks into each account: no index is thought of. */
const contains = (engine: Engine, word: string) =>
  engine === 'postgres'
    ? sql<SqlBool>`strpos(${bothParts}, ${word}) > 0`
    : sql<SqlBool>`(instr(users.username_key, ${word}) > 0 or instr(users.email_key, ${word}) > 0)`;

/** The most accounts that are taken from the index of trigrams; where it has more, they are walked. */
export const maxProbed = 1_000;

const trigramLength = 3;
const piecesOfProbe = 3;
/** Ranking trigrams takes time on the serving thread; an e-mail address seldom has more. */
const maxRanked = 32;
const sampleSize = 500;

/** Identifiers are random, and so are the first accounts by them. */
export const sampleUsers = query()((db) =>
  db.selectFrom('users').select(bothParts.as('text')).orderBy('id').limit(sql.lit(sampleSize)),
);

const trigramsOf = (word: string): readonly string[] => {
  const characters = [...word];
  const all = characters.map((_, start) => characters.slice(start, start + trigramLength).join(''));
  return [...new Set(all.slice(0, 1 - trigramLength))].slice(0, maxRanked);
};

/** Arguments of `probedUsers`. */
interface Probe {
  readonly word: string;
  /** The trigrams to find, in the language of SQLite's index, and as patterns for PostgreSQL's. */
  readonly match: string;
  readonly one: string;
  readonly two: string;
  readonly three: string;
}

/** The trigram that the fewest of some texts have; among equals, the one that the fewest of all have. */
const rarestOf = (trigrams: readonly string[], some: readonly string[], all: readonly string[]): string => {
  const having = (texts: readonly string[], piece: string) => texts.filter((text) => text.includes(piece)).length;
  const ranked = trigrams.map((piece) => ({
    piece,
    rank: having(some, piece) * (all.length + 1) + having(all, piece),
  }));
  return ranked.reduce((best, one) => (one.rank < best.rank ? one : best)).piece;
};

/** Those trigrams of a word that leave the fewest texts of a sample, one after the other. */
const piecesOf = (word: string, sample: readonly string[]): readonly string[] => {
  const trigrams = trigramsOf(word);
  const pieces: string[] = [];
  while (pieces.length < Math.min(piecesOfProbe, trigrams.length)) {
    const left = sample.filter((text) => pieces.every((piece) => text.includes(piece)));
    const others = trigrams.filter((piece) => !pieces.includes(piece));
    pieces.push(rarestOf(others, left, sample));
  }
  return pieces;
};

const quoted = (piece: string): string => `"${piece.replaceAll('"', '""')}"`;

/**
 * What to look up for a word that is probed: the few of its trigrams that leave the fewest accounts. The index takes far
 * longer over those that nearly every account has, such as the end of an e-mail address.
 */
export const probeFor = (word: string, sample: readonly string[]): Probe => {
  const pieces = piecesOf(word, sample);
  const [one = '', two = one, three = two] = pieces.map(containsPattern);
  return { word, match: pieces.map(quoted).join(' AND '), one, two, three };
};

/** Whether the index is of use for a word: PostgreSQL's knows letters and digits only. */
export const isProbed = (word: string): boolean => /[\p{L}\p{N}]{3}/u.test(word);

const columns = ['users.username_key', 'users.is_admin', 'users.is_suspended'] as const;

/** The accounts that contain a word, in no order; one more than the most tells that there are too many. */
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

interface Walk {
  readonly word: string;
  readonly is_admin: number;
  readonly is_suspended: number;
}

/**
 * Accounts in the order of their usernames, by way of an index that has all that is asked of it. Going by a word, a
 * standing is looked at and not sought: the index that is found by it has no e-mail addresses.
 */
export const scanUsers = memoizeByArguments((byWord: boolean, byAdmin: boolean, bySuspension: boolean) =>
  pageQueries<Walk>()(
    (db, parameters, engine) =>
      db
        .selectFrom('users')
        .select('users.username_key')
        .$if(byWord, (rows) => rows.where(() => contains(engine, parameters.word)))
        .$if(byAdmin, (rows) =>
          rows.where(
            ({ ref }) => (byWord ? withoutIndex(engine, ref('is_admin')) : ref('is_admin')),
            '=',
            parameters.is_admin,
          ),
        )
        .$if(bySuspension, (rows) =>
          rows.where(
            ({ ref }) => (byWord ? withoutIndex(engine, ref('is_suspended')) : ref('is_suspended')),
            '=',
            parameters.is_suspended,
          ),
        ),
    (rows) => rows.orderBy('users.username_key'),
  ),
);
