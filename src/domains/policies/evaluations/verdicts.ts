// Gives policies and their input to the engine, and reads what it found.
import type { Context } from '../../../context.ts';
import type { InputAnswer, Verdict } from '../../../effects/policy-engine/answers.ts';
import { overVerdict } from '../../../effects/policy-engine/evaluate-all.ts';
import { planProblems } from '../../../effects/policy-engine/plan-problems.ts';
import type { InputDocument, PolicySource } from '../../../effects/policy-engine/policy-engine.ts';
import { problemSentence } from '../../../effects/policy-engine/problem-sentence.ts';
import { RefusedArchive } from '../../../protocols/archives/refused-archive.ts';
import { batchesOf } from './sources.ts';

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

/** A policy that the engine can evaluate, such as `EvaluablePolicy`; `size` is that of its code in bytes. */
interface Policy {
  readonly id: string;
  readonly size: number;
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
  { plan, run, maxWork = usualMaxWork, ...options }: Documents,
  policies: readonly Each[],
  sourceOf: (policy: Each) => Promise<PolicySource>,
): Promise<Verdicts> {
  const parts = [
    { key: 'plan', document: plan },
    { key: 'run', document: run },
  ];
  // First, so that an engine with too much to do refuses before it has done anything.
  const { opa } = await policyEngine.version();
  const byPolicy = new Map<string, Verdict>();
  let left = maxWork;
  // Also without policies: a plan that cannot be read must not pass.
  for (const batch of policies.length === 0 ? [[]] : batchesOf(policies)) {
    if (left <= 0) {
      add(byPolicy, batch, () => overVerdict);
      continue;
    }
    const sources: PolicySource[] = [];
    for (const policy of batch) sources.push(await sourceOf(policy));
    const evaluation = await policyEngine.evaluate(parts, sources, planProblems, { ...options, maxWork: left });
    if (evaluation.input.problems.length > 0) return { problem: textOf(evaluation.input) };
    add(byPolicy, batch, (index) => evaluation.verdicts[index]);
    left -= evaluation.worked;
  }
  return { byPolicy, engineVersion: `opa ${opa}` };
}

function add(
  byPolicy: Map<string, Verdict>,
  policies: readonly Policy[],
  verdictAt: (index: number) => Verdict | undefined,
): void {
  for (const [index, { id }] of policies.entries()) {
    const verdict = verdictAt(index);
    if (verdict !== undefined) byPolicy.set(id, verdict);
  }
}

const textOf = ({ problems }: InputAnswer): string => problems.map(problemSentence).join('; ');
