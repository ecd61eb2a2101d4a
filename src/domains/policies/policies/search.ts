// Searches policies by a part of the name. In PostgreSQL, the query planner decides when to use the trigram index. In
// SQLite, the trigram index is queried only for words with a rare trigram. For other words, all policies of the
// organization are scanned.
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { containsPattern, isLike } from '../../../db/expressions.ts';
import { query } from '../../../db/query.ts';
import { matchOf, rareTrigrams } from '../../../db/trigrams.ts';
import { memoizeFor } from '../../../lib/functions/memoize.ts';

/**
 * Condition that the policy name matches a pattern. PostgreSQL has a trigram index on this expression; SQLite has an
 * index on the trigrams of the names.
 */
const hasWord = (pattern: string) => isLike(sql<string>`lower(policies.name)`, pattern);

/**
 * Maximum number of index entries that are read. The number is limited because the query runs on the thread that serves
 * requests.
 */
const maxProbed = 1_000;
const sampleSize = 500;
/** Maximum number of names in the sample that may contain a rare trigram. A trigram in more names is common. */
const maxInSample = 5;
/** Time in ms for which a sample is reused. */
const sampleTime = 60_000;

/**
 * Selects a sample of policy names: the names of the first policies by identifier. The sample is random, because
 * identifiers are random.
 */
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
  /** Number of index entries that were read, including entries of other organizations' policies. */
  readonly entries: number;
  /** Identifiers of the matching policies, as a JSON array. */
  readonly ids: string;
}

/**
 * Selects the organization's policies whose names contain a word. The query reads up to one index entry more than the
 * maximum, to detect whether the maximum is exceeded.
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
 * Returns the identifiers of the policies whose names contain a word, as a JSON array. Undefined if the index cannot be
 * used or has too many matching entries.
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
