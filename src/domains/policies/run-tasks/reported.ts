// An evaluation as it is reported to the platform.
import type { Context } from '../../../context.ts';
import { type EvaluationRow, firstOutcomes } from '../evaluations/store.ts';
import type { Reported } from './result.ts';
import type { CallRow } from './store.ts';

export const isOver = ({ status }: EvaluationRow): boolean => status !== 'pending' && status !== 'running';

const maxSets = 1_000;

/** Reads an evaluation that is over. */
export async function readReported(context: Context, call: CallRow, evaluation: EvaluationRow): Promise<Reported> {
  const { id, status, problem, notices, workspace_id } = evaluation;
  const rows = await context.database.rows(firstOutcomes, { evaluation: id, limit: maxSets });
  const isUnknown = workspace_id === null && call.workspace_name !== null;
  return {
    status,
    problem,
    notices: JSON.parse(notices),
    sets: rows.map(({ policy_set_name, outcomes }) => ({ policy_set_name, outcomes: JSON.parse(outcomes) })),
    ...(isUnknown && { unknownWorkspace: call.workspace_name ?? '' }),
    url: `${context.baseUrl()}/api/v2/policy-evaluations/${id}`,
  };
}
