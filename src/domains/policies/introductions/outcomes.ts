// SQL that finds the outcomes of one policy in the newest evaluations of its organization. Evaluations with the source
// `state` are left out.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from '../../../db/engine.ts';
import { outcomeMembers } from '../evaluations/outcome-members.ts';

/** Maximum number of the organization's evaluations that are searched, starting with the newest. */
const maxEvaluations = 20_000;

/** The policy whose outcomes are searched, and the earliest creation time of their evaluations. */
export interface PolicySince {
  readonly organization: string;
  readonly policy: string;
  readonly since: string;
}

/**
 * SQL condition that the text of the outcomes contains the policy's identifier. This fast condition prevents other
 * outcomes from being parsed.
 */
const mentions = (engine: Engine, policy: string): RawBuilder<SqlBool> =>
  engine === 'sqlite'
    ? sql`instr(policy_set_outcomes.outcomes, ${policy}) > 0`
    : sql`strpos(policy_set_outcomes.outcomes, ${policy}) > 0`;

/**
 * SQL `from` clause with the tables `newest` (evaluations), `policy_set_outcomes` and `member` (outcome as JSON). It has
 * one row for each set in which an evaluation has an outcome of the policy.
 */
export const outcomesOfPolicy = (engine: Engine, { organization, policy, since }: PolicySince): RawBuilder<unknown> =>
  sql`from (
      select id, created_at, workspace_id, counts_for_workspace from policy_evaluations
      where organization_id = ${organization} and created_at >= ${since} and source = 'plan'
      order by created_at desc, id desc limit ${sql.lit(maxEvaluations)}
    ) as newest
    join policy_set_outcomes on policy_set_outcomes.evaluation_id = newest.id and ${mentions(engine, policy)}
    cross join ${outcomeMembers(engine)}
    where member.value ->> 'policy_id' = ${policy}`;
