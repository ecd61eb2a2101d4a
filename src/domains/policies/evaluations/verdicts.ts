// Sends policies and their input to the engine, and reads the verdicts from the engine's response.
import type { InputAnswer, PlanDigests, Verdict } from '../../../effects/policy-engine/answers.ts';
import type { InputDocument, TrueLinesOptions } from '../../../effects/policy-engine/evaluation.ts';
import { knownFault } from '../../../effects/policy-engine/plan-document.ts';
import { completePlanProblems, planNotices, planProblems } from '../../../effects/policy-engine/plan-problems.ts';
import type { PolicyParameters, PolicySource } from '../../../effects/policy-engine/policy-code.ts';
import { problemSentence } from '../../../effects/policy-engine/problem-sentence.ts';
import { RefusedArchive } from '../../../protocols/archives/refused-archive.ts';
import type { EngineContext } from '../on-behalf.ts';

/** The documents `input.plan` and `input.run` as JSON, and options of the engine. */
export interface EvaluationDocuments {
  readonly plan: InputDocument;
  readonly run: Uint8Array;
  /** Unix time in ms that policies see as the current time. */
  readonly time?: number;
  readonly seed?: string;
  readonly showsRules?: boolean;
  readonly trueLines?: TrueLinesOptions;
  readonly examine?: { readonly maxWork: number };
  readonly examineMasks?: { readonly maxWork: number };
  readonly isWanted?: (verdicts: number) => Promise<boolean>;
  readonly pause?: () => Promise<void>;
  readonly maxWork?: number;
  readonly digestKey?: Buffer;
  /** Whether an incomplete plan is rejected. */
  readonly needsCompletePlan?: boolean;
}

/** Maximum processor time in ms for the evaluation of one plan, and the additional time in ms for each policy. */
const [maxPlanWork, maxPolicyWork] = [20_000, 20];

/** Verdicts by policy key. If there are no verdicts, `problem` is a sentence that gives the reason. */
export type Verdicts =
  | {
      readonly byPolicy: ReadonlyMap<string, Verdict>;
      readonly engineVersion: string;
      /** Notices about the plan. */
      readonly notices: readonly string[];
      readonly planDigests: PlanDigests | undefined;
    }
  | { readonly problem: string };

/** A policy with the key under which its verdict is returned, and the parameters of its policy set. */
export interface PolicyWithKey {
  readonly key: string;
  readonly parameters?: PolicyParameters | undefined;
  readonly findsOld?: boolean;
  readonly identifies?: boolean;
}

/**
 * Evaluates policies in the engine. `sourceOf` reads the code of each policy just before the policy is evaluated.
 * Throws `Unavailable` if the engine is overloaded.
 */
export async function verdictsOf<Each extends PolicyWithKey>(
  context: Pick<EngineContext, 'policyEngine'>,
  documents: EvaluationDocuments,
  policies: readonly Each[],
  sourceOf: (policy: Each) => Promise<PolicySource>,
): Promise<Verdicts> {
  try {
    return await evaluated(context, documents, policies, sourceOf);
  } catch (error) {
    if (error instanceof RefusedArchive) return { problem: error.message };
    throw error;
  }
}

async function evaluated<Each extends PolicyWithKey>(
  { policyEngine }: Pick<EngineContext, 'policyEngine'>,
  { plan, run, needsCompletePlan = false, ...others }: EvaluationDocuments,
  policies: readonly Each[],
  sourceOf: (policy: Each) => Promise<PolicySource>,
): Promise<Verdicts> {
  const options = { maxWork: maxPlanWork + policies.length * maxPolicyWork, ...others };
  const accepts = needsCompletePlan ? completePlanProblems : planProblems;
  const sources = policies.map((policy) => async () => {
    const { parameters, findsOld, identifies } = policy;
    const wanted = { ...(findsOld && { findsOld }), ...(identifies && { identifies }) };
    return { ...(await sourceOf(policy)), ...wanted, ...(parameters && { parameters }) };
  });
  const { input, verdicts, version, digests } = await policyEngine.evaluate({ plan, run }, sources, accepts, options);
  if (input.problems.length > 0) return { problem: await textOf(input, plan) };
  const byPolicy = new Map(policies.flatMap(({ key }, index) => pairs(key, verdicts[index])));
  return { byPolicy, engineVersion: `opa ${version.opa}`, notices: planNotices(input), planDigests: digests };
}

const pairs = (key: string, verdict: Verdict | undefined): readonly (readonly [string, Verdict])[] =>
  verdict === undefined ? [] : [[key, verdict]];

async function textOf({ problems }: InputAnswer, plan: InputDocument): Promise<string> {
  const isJson = !problems.some(({ code, file }) => code === 'input_not_json' && file === 'plan');
  const fault = isJson ? undefined : await knownFault(plan);
  return fault === undefined
    ? problems.map(problemSentence).join('; ')
    : problemSentence({ file: 'plan', message: fault });
}
