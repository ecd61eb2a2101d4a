// Collects the data about an evaluation that is reported to the platform.

import type { Context } from '../../../context.ts';
import { evaluationPage } from '../../../kernel/console-address.ts';
import { parseKnown } from '../../../lib/json/exact-json.ts';
import { type EvaluationRow, firstOutcomes } from '../evaluations/store.ts';
import type { Reported } from './result.ts';
import type { CallRow, RunTaskRow } from './store.ts';

export const isOver = ({ status }: EvaluationRow): boolean => status !== 'pending' && status !== 'running';

const maxSets = 1_000;

/** Reads the data about a finished evaluation that is reported to the platform. */
export async function readReported(
  context: Context,
  { call, runTask }: { readonly call: CallRow; readonly runTask: RunTaskRow },
  evaluation: EvaluationRow,
): Promise<Reported> {
  const { id, status, problem, notices, is_empty, workspace_id } = evaluation;
  const rows = await context.database.rows(firstOutcomes, { evaluation: id, limit: maxSets });
  const isUnknown = workspace_id === null && call.workspace_name !== null;
  return {
    status,
    problem: status === 'unreachable' ? unreachable(runTask) : problem,
    notices: JSON.parse(notices),
    isEmpty: is_empty === 1,
    sets: rows.map(({ policy_set_name, outcomes }) => ({ policy_set_name, outcomes: parseKnown(outcomes) })),
    ...(isUnknown && { unknownWorkspace: call.workspace_name ?? '' }),
    url: evaluationUrl(context, evaluation),
  };
}

/** Returns the URL of an evaluation's page in the console. */
export const evaluationUrl = (
  { baseUrl }: Context,
  { id, organization_name }: Pick<EvaluationRow, 'id' | 'organization_name'>,
): string => evaluationPage(baseUrl(), organization_name, id);

/** Explains why a mandatory policy has no outcome and what users can do about it. */
function unreachable({ external_outcomes_minutes: minutes }: RunTaskRow): string {
  const reason =
    'Unreachable: Tipstaff cannot evaluate some of the mandatory policies, and no external outcomes were posted for them';
  return minutes === 0
    ? `${reason}. To wait for external outcomes, set external-outcomes-minutes of the run task.`
    : `${reason} within ${minutes} minutes (external-outcomes-minutes of the run task).`;
}
