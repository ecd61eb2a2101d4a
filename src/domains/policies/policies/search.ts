// Searches policies by a part of their names. PostgreSQL's planner uses its trigram index by itself. In SQLite, the
// trigram index is queried only for rare trigrams; for other words, the policies of the organization are scanned.
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { containsPattern, isLike } from '../../../db/expressions.ts';
import { query } from '../../../db/query.ts';
import { matchOf, rareTrigrams } from '../../../db/trigrams.ts';
import { memoizeFor } from '../../../lib/functions/memoize.ts';

/**
 * Condition on the policy name. PostgreSQL has a trigram index on this expression, and SQLite has an index on its
 * trigrams.
 */
const hasWord = (pattern: string) => isLike(sql<string>`lower(policies.name)`, pattern);

/** Maximum number of index entries that are read, because the query runs on the thread that serves requests. */
const maxProbed = 1_000;
const sampleSize = 500;
/** A trigram is common if more than this number of names in the sample contain it. */
const maxInSample = 5;
/** Lifetime of a sample in ms. */
const sampleTime = 60_000;

/** Selects the names of the first policies by identifier. Identifiers are random, so this is a random sample. */
const sampleNames = query()((db) =>
  db
    .selectFrom('policies')
    .select(sql<string>`lower(policies.name)`.as('name'))
    .orderBy('id')
    .limit(sql.lit(sampleSize)),
);

const sampleOf = memoizeFor(sampleTime, async (database: Database) =>
  (await database.rows(sampleNames, {})).map(({ name }) => name),
);

interface Probe {
  readonly organization: string;
  readonly match: string;
  readonly pattern: string;
}

interface Probed {
  /** Number of index entries that were read, including those of other organizations. */
  readonly entries: number;
  /** JSON array of policy identifiers. */
  readonly ids: string;
}

/**
 * Selects the organization's policies with a word in their names. It reads up to one entry more than the maximum, to
 * detect that there are too many.
 */
export const probePolicies = query<Probe>()((db, { organization, match, pattern }) => ({
  compile: () =>
    sql<Probed>`select count(*) as entries,
        json_group_array(policies.id) filter (where policies.id is not null) as ids
      from (select rowid as number from policy_words(${match}) limit ${sql.lit(maxProbed + 1)}) as words
      cross join policy_numbers on policy_numbers.number = words.number
      left join policies on policies.id = policy_numbers.policy_id
        and +policies.organization_id = ${organization} and ${hasWord(pattern)}`.compile(db),
}));

/**
 * Returns the identifiers of the policies with a word in their names as a JSON array; undefined if the index cannot be
 * used or finds too many entries.
 */
export async function findByWord(database: Database, organization: string, word: string): Promise<string | undefined> {
  if (database.engine !== 'sqlite') return undefined;
  const sample = await sampleOf(database);
  const pieces = rareTrigrams(word, sample);
  const [rarest] = pieces;
  if (rarest === undefined || sample.filter((name) => name.includes(rarest)).length > maxInSample) return undefined;
  const probe = { organization, match: matchOf(pieces), pattern: containsPattern(word) };
  const probed = await database.first(probePolicies, probe);
  return probed === undefined || probed.entries > maxProbed ? undefined : probed.ids;
}
