// The outcomes of single policies in the stored outcomes of sets, for SQL.
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../../../db/engine.ts';

/** Table `member` of the outcomes in `policy_set_outcomes`. `json`, and not `jsonb`: outputs have numbers that no column takes. */
export const outcomeMembers = (engine: Engine): RawBuilder<unknown> =>
  engine === 'sqlite'
    ? sql`json_each(policy_set_outcomes.outcomes) as member`
    : sql`json_array_elements(policy_set_outcomes.outcomes::json) as member(value)`;

/** True if a member has a flag; both engines write JSON's `true` in their own way. */
export const memberFlag = (name: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce(cast(member.value ->> ${sql.lit(name)} as text), '0') in ('true', '1')`;
