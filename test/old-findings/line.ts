// Plans made by Terraform, policies that they fail, and the age of each finding. The expected ages follow from the rule
// in the guide, not from answers of the engine. `test/plans/README.md` says how the plans were made.
import { readFileSync } from 'node:fs';
import type { NewReason } from '../../src/effects/policy-engine/answers.ts';
import type { EvaluationInput } from '../../src/effects/policy-engine/evaluation.ts';
import type { PolicySource } from '../../src/effects/policy-engine/policy-code.ts';

/** Age of a finding: `old`, or the reason why it is new, the names to which the reason refers, and `same-before`. */
export type ExpectedAge = 'old' | readonly [reason: NewReason, names: readonly string[], sameBefore: boolean];

export interface Line {
  readonly name: string;
  /** Name of a plan in `test/plans`. */
  readonly plan: string;
  /** Name of a policy in `test/old-findings/policies`. */
  readonly policy: string;
  readonly options?: Partial<PolicySource>;
  /** Data documents by their paths below `data`. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly run?: object;
  /** Expected ages by the texts of the findings. A finding that is an object is written as JSON. */
  readonly findings: Readonly<Record<string, ExpectedAge>>;
}

/** Returns the plan of a line, and the run if the line has one. */
export const inputOf = ({ plan, run }: Line): EvaluationInput => ({
  plan: readFileSync(new URL(`../plans/${plan}.json`, import.meta.url)),
  ...(run === undefined ? {} : { run: Buffer.from(JSON.stringify(run)) }),
});

/** Returns the policy of a line. */
export function policyOf({ policy, options, data = {} }: Line): PolicySource {
  const file = `${policy}.rego`;
  const text = readFileSync(new URL(`policies/${file}`, import.meta.url), 'utf8');
  const documents = Object.entries(data).map(([at, value]) => ({
    file: `${at}.json`,
    at: [at],
    text: JSON.stringify(value),
  }));
  return {
    query: `data.${policy}.deny`,
    code: { modules: { [file]: text }, data: documents },
    findsOld: true,
    ...options,
  };
}

/** Returns the age of a new finding. */
export const because = (reason: NewReason, sameBefore: boolean, ...names: readonly string[]): ExpectedAge => [
  reason,
  names,
  sameBefore,
];
