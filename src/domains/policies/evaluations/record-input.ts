import type { Context } from '../../../context.ts';
import type { DocumentInPieces } from '../../../effects/policy-engine/frames.ts';
import { type MaskedInput, maskedInput, type RecordedOutcome } from '../inputs/recorded-input.ts';
import type { Evaluated } from './evaluate.ts';
import type { SetOutcome } from './outcomes.ts';
import type { EvaluationRow } from './store.ts';

/** Result of an evaluation, with its input where it is recorded. */
export interface Recorded extends Evaluated {
  readonly input?: MaskedInput;
}

/** An evaluation that is running, with its plan and what came of it. */
interface Attempted {
  readonly evaluation: EvaluationRow;
  readonly plan: DocumentInPieces;
  readonly evaluated: Evaluated;
}

/** Adds the input, where the organization records it; or, where it cannot be masked, a notice that says why. */
export async function recordInput(context: Context, attempted: Attempted): Promise<Recorded> {
  const { evaluation, plan, evaluated } = attempted;
  const { run, workspaceName = null, engineVersion = null, verdicts = [], notices } = evaluated;
  if (run === undefined) return evaluated;
  const outcomes = recordedOutcomes(verdicts);
  const evaluatedAt = Date.parse(evaluation.updated_at);
  const seen = { evaluation, plan, run, workspaceName, engineVersion, outcomes, evaluatedAt };
  const input = await maskedInput(context, seen);
  if (input === undefined) return evaluated;
  return 'notice' in input ? { ...evaluated, notices: [...notices, input.notice] } : { ...evaluated, input };
}

const recordedOutcomes = (sets: readonly SetOutcome[]): readonly RecordedOutcome[] =>
  sets.flatMap(({ policy_set_id, outcomes }) =>
    outcomes.map(({ policy_id, status, enforcement_level, shadow, output_count }) => ({
      policy: policy_id,
      policySet: policy_set_id,
      status,
      level: enforcement_level,
      shadow,
      count: output_count,
    })),
  );
