// Progress of an evaluation that waits for its turn or is running.
import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import { Exactly, Nullable } from '../../../jsonapi/schema.ts';
import { type EvaluationRow, evaluationsBefore } from './store.ts';

/** Numbers of policies that the engine evaluates; null before it was counted, so in the first second. */
export interface CountedPolicies {
  readonly policies: number | null;
  readonly policies_evaluated: number | null;
}

/** Null for an evaluation that is over, or waits for its plan. */
export type Progress = Awaited<ReturnType<typeof progressOf>>;

export const progressSchema = Nullable(
  Exactly({
    policies: Nullable(Type.Integer()),
    'policies-evaluated': Nullable(Type.Integer()),
    'evaluations-before': Type.Integer(),
  }),
);

/**
 * Those before an evaluation are of its organization, which are evaluated one after the other. Other organizations have their
 * turns meanwhile, and nothing is said of them.
 */
export async function progressOf({ database }: Pick<Context, 'database'>, evaluation: EvaluationRow) {
  const { id, status, input_digest, organization_id: organization, updated_at: since } = evaluation;
  const { policies, policies_evaluated: evaluated } = evaluation;
  if (status === 'running') return { policies, 'policies-evaluated': evaluated, 'evaluations-before': 0 };
  if (status !== 'pending' || input_digest === null) return null;
  const { total = 0 } = (await database.first(evaluationsBefore, { organization, id, since })) ?? {};
  return { policies: null, 'policies-evaluated': null, 'evaluations-before': total };
}
