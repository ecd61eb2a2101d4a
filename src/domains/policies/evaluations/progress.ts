// Progress of a waiting or running evaluation.
import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import { Exactly, Nullable } from '../../../jsonapi/schema.ts';
import { evaluationReaders } from '../../../kernel/permissions.ts';
import { may, type RecordAccess } from '../../organizations/index.ts';
import type { EvaluationRow } from './store.ts';
import { evaluationsBefore } from './waiting-queries.ts';

/**
 * Number of policies to evaluate, and number of policies already evaluated. Both are null until the first progress
 * report, about a second after the start.
 */
export interface CountedPolicies {
  readonly policies: number | null;
  readonly policies_evaluated: number | null;
}

/** Progress of an evaluation; null if the evaluation has finished or waits for its plan. */
export type EvaluationProgress = Awaited<ReturnType<typeof progressOf>>;

export const progressSchema = Nullable(
  Exactly({
    policies: Nullable(Type.Integer()),
    'policies-evaluated': Nullable(Type.Integer()),
    'evaluations-before': Nullable(Type.Integer()),
  }),
);

/**
 * Returns the progress of an evaluation. `evaluations-before` counts only evaluations of the same organization, which
 * run one after the other. Evaluations of other organizations may run between them but are not disclosed. The number is
 * null if the caller's `rights` do not include reading all evaluations of the organization.
 */
export async function progressOf(
  { database }: Pick<Context, 'database'>,
  { row: evaluation, rights }: RecordAccess<EvaluationRow>,
) {
  const { id, status, input_digest, organization_id: organization, updated_at: since } = evaluation;
  const { policies, policies_evaluated: evaluated } = evaluation;
  if (status === 'running') return { policies, 'policies-evaluated': evaluated, 'evaluations-before': 0 };
  if (status !== 'pending' || input_digest === null) return null;
  const unknown = { policies: null, 'policies-evaluated': null };
  if (!may(evaluationReaders)({ rights })) return { ...unknown, 'evaluations-before': null };
  const { total = 0 } = (await database.first(evaluationsBefore, { organization, id, since })) ?? {};
  return { ...unknown, 'evaluations-before': total };
}
