// SQL expressions that read individual policy outcomes from the stored outcomes of a set.
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../../../db/engine.ts';

/**
 * Table `member` with one row for each policy outcome in `policy_set_outcomes`. It uses `json` instead of `jsonb`,
 * because outputs may contain numbers that `jsonb` cannot represent.
 */
export const outcomeMembers = (engine: Engine): RawBuilder<unknown> =>
  engine === 'sqlite'
    ? sql`json_each(policy_set_outcomes.outcomes) as member`
    : sql`json_array_elements(policy_set_outcomes.outcomes::json) as member(value)`;

/**
 * SQL condition that a Boolean property of the outcome in the table `member` is true. SQLite and PostgreSQL convert
 * JSON's `true` to different text.
 */
export const memberFlag = (name: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce(cast(member.value ->> ${sql.lit(name)} as text), '0') in ('true', '1')`;
