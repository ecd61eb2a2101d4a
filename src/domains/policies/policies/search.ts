// Search for policies by a part of their names. PostgreSQL's planner finds its trigram index; in the embedded database rare
// trigrams lead to the identifiers of the policies, and for other words the policies of the organization are scanned.
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { containsPattern, isLike } from '../../../db/expressions.ts';
import { query } from '../../../db/query.ts';
import { matchOf, rareTrigrams } from '../../../db/trigrams.ts';
import { memoizeFor } from '../../../lib/functions/memoize.ts';

/** PostgreSQL has an index on this expression, and SQLite one on its trigrams. */
const hasWord = (pattern: string) => isLike(sql<string>`lower(policies.name)`, pattern);

/** Maximum number of entries of the index that are read, on the thread that serves requests. */
const maxProbed = 1_000;
const sampleSize = 500;
/** With more names of the sample that have it, a trigram counts as common. */
const maxInSample = 5;
/** Lifetime of a sample in ms. */
const sampleTime = 60_000;

/** Identifiers are random, so the first policies by identifier are a random sample. */
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
  /** Number of entries of the index that were read, those of other organizations included. */
  readonly entries: number;
  /** A JSON array. */
  readonly ids: string;
}

/** The policies of an organization with a word in their names; one entry more than the maximum shows that there are too many. */
export const probePolicies = query<Probe>()((db, { organization, match, pattern }) => ({
  compile: () =>
    sql<Probed>`select count(*) as entries,
        json_group_array(policies.id) filter (where policies.id is not null) as ids
      from (select rowid as number from policy_words(${match}) limit ${sql.lit(maxProbed + 1)}) as words
      cross join policy_numbers on policy_numbers.number = words.number
      left join policies on policies.id = policy_numbers.policy_id
        and +policies.organization_id = ${organization} and ${hasWord(pattern)}`.compile(db),
}));

/** The identifiers of the policies with a word in their names, in a JSON array; undefined where the index does not help, or finds too many. */
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
