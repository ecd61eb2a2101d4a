// Records which replay showed the effects of a change before the change was made. This file is not part of the folder
// `replays`, because that folder imports the policies and policy sets whose changes are recorded here.
import { sql } from 'kysely';
import type { Transaction } from '../../db/database.ts';
import { query } from '../../db/query.ts';
import { invalid } from '../../jsonapi/errors.ts';
import type { ListQuery } from '../../jsonapi/query.ts';
import { isStorable } from '../../lib/text/text.ts';
import type { Audited } from '../audit/index.ts';

const parameter = 'replay';

/** Query parameter of requests that can make policies block: the replay that showed the effects of the change. */
export const replayQuery = { parameters: [parameter] } as const;

/** Description of the query parameter. */
export const replayDescription =
  'The audit record of the change includes the progress and the results of the replay in `replay`, which must be a replay of the same policy or policy set.';

/** Returns the identifier of the replay in a request; undefined if the request names none. */
export const replayIn = ({ value }: Pick<ListQuery, 'value'>): string | undefined => value(parameter);

/** Number of workspaces with at least one newly failing input in a replay. */
export const newlyFailingWorkspaces = sql<number>`(
  select count(distinct policy_replay_inputs.workspace_id) from policy_replay_inputs
  where policy_replay_inputs.replay_id = policy_replays.id and policy_replay_inputs.result = 'newly-failing'
)`.as('newly_failing_workspaces');

const replayedIn = query<{ id: string; organization: string }>()((db, { id, organization }) =>
  db
    .selectFrom('policy_replays')
    .select(['id', 'policy_id', 'policy_set_id', 'status', 'inputs_total', 'inputs_done', 'newly_failing'])
    .select(newlyFailingWorkspaces)
    .where('id', '=', id)
    .where('organization_id', '=', organization),
);

/** The policy or policy set that a request changes, and the replay in the request. */
interface ReplayedChange {
  readonly of: 'policy' | 'policy set';
  readonly row: { readonly id: string; readonly organization_id: string };
  readonly replay: string | undefined;
}

/**
 * Adds the progress and the results of a replay to the audit records of a change. Without a replay, the records do not
 * change. 422 if the organization has no such replay of this policy or policy set.
 */
export async function withReplay<Result>(
  tx: Transaction,
  { of, row, replay }: ReplayedChange,
  audited: Audited<Result>,
): Promise<Audited<Result>> {
  if (replay === undefined) return audited;
  const found = isStorable(replay)
    ? await tx.first(replayedIn, { id: replay, organization: row.organization_id })
    : undefined;
  if (found === undefined || row.id !== (of === 'policy' ? found.policy_id : found.policy_set_id)) {
    throw invalid({ code: 'no-such-record', detail: `There is no such replay of this ${of}`, parameter });
  }
  const recorded = {
    id: found.id,
    status: found.status,
    'inputs-total': found.inputs_total,
    'inputs-done': found.inputs_done,
    'newly-failing': found.newly_failing,
    'newly-failing-workspaces': found.newly_failing_workspaces,
  };
  return {
    ...audited,
    audit: audited.audit.map((entry) => ({ ...entry, after: { ...entry.after, replay: recorded } })),
  };
}
