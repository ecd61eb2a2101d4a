// Gives policies and their input to the engine, and reads what it found.
import type { Context } from '../../../context.ts';
import type { InputAnswer, Verdict } from '../../../effects/policy-engine/answers.ts';
import { planProblems } from '../../../effects/policy-engine/plan-problems.ts';
import type { InputDocument, PolicySource } from '../../../effects/policy-engine/policy-engine.ts';
import { problemSentence } from '../../../effects/policy-engine/problem-sentence.ts';
import { RefusedArchive } from '../../../protocols/archives/refused-archive.ts';

/** What policies see as `input.plan` and `input.run`, as JSON. */
export interface Documents {
  readonly plan: InputDocument;
  readonly run: Uint8Array;
  /** The time that policies see, in milliseconds; and the other options of the engine. */
  readonly time?: number;
  readonly seed?: string;
  readonly showsRules?: boolean;
  readonly isWanted?: () => Promise<boolean>;
  readonly maxWork?: number;
}

/** How long the engine works at one plan, in milliseconds of processor time: the plans of others wait meanwhile. */
const usualMaxWork = 20_000;

/** Verdicts by the identifiers of policies; or why there are none, in a sentence. */
export type Verdicts =
  | { readonly byPolicy: ReadonlyMap<string, Verdict>; readonly engineVersion: string }
  | { readonly problem: string };

/** A policy that the engine can evaluate, such as `EvaluablePolicy`. */
interface Policy {
  readonly id: string;
}

/** Evaluates policies, each of which `sourceOf` reads when it is its turn. `Unavailable` while the engine is busy. */
export async function verdictsOf<Each extends Policy>(
  context: Pick<Context, 'policyEngine'>,
  documents: Documents,
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

async function evaluated<Each extends Policy>(
  { policyEngine }: Pick<Context, 'policyEngine'>,
  { plan, run, ...others }: Documents,
  policies: readonly Each[],
  sourceOf: (policy: Each) => Promise<PolicySource>,
): Promise<Verdicts> {
  const parts = [
    { key: 'plan', document: plan },
    { key: 'run', document: run },
  ];
  const options = { maxWork: usualMaxWork, ...others };
  const sources = policies.map((policy) => () => sourceOf(policy));
  const { input, verdicts, version } = await policyEngine.evaluate(parts, sources, planProblems, options);
  if (input.problems.length > 0) return { problem: textOf(input) };
  const byPolicy = new Map(policies.flatMap(({ id }, index) => pairs(id, verdicts[index])));
  return { byPolicy, engineVersion: `opa ${version.opa}` };
}

const pairs = (id: string, verdict: Verdict | undefined): readonly (readonly [string, Verdict])[] =>
  verdict === undefined ? [] : [[id, verdict]];

const textOf = ({ problems }: InputAnswer): string => problems.map(problemSentence).join('; ');
