import { Type } from 'typebox';
import type { FindingAge } from '../../../effects/policy-engine/answers.ts';
import { withExplanation } from '../../../effects/policy-engine/new-sentence.ts';
import { resource, shown, shownList } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable } from '../../../jsonapi/schema.ts';
import { problemShown } from '../code-checks/resource.ts';
import { newReasonSchema, unknownSchema } from '../evaluations/resource.ts';
import { examined } from '../evaluations/unknown-values.ts';
import { factsOf } from '../findings/findings.ts';
import { factsShown } from '../findings/resource.ts';
import type { Trial } from './trials.ts';

const lines = Type.Array(Exactly({ first: Type.Integer(), last: Type.Integer() }));

const ageSchema = Type.Object({ old: Type.Boolean(), 'new-reason': Type.Optional(newReasonSchema) });

function shownAge({ old, ...reason }: FindingAge) {
  return 'reason' in reason ? { old, 'new-reason': { ...withExplanation(reason), names: [...reason.names] } } : { old };
}

/** Outcome of a draft for a single input. */
export const trialResource = resource<Trial>({
  type: 'policy-trials',
  attributes: {
    status: shown(Type.Enum(['passed', 'failed', 'errored']), ({ verdict }) => verdict.status),
    output: shown(Type.Array(Type.Unknown()), ({ verdict }) => [...verdict.output]),
    'output-count': shown(Type.Integer(), ({ verdict }) => verdict.count),
    findings: shownList(factsShown, ({ verdict: { output, metadata } }) =>
      output.map((member) => factsOf(JSON.stringify(member), metadata)),
    ),
    ages: shown(Nullable(Type.Array(ageSchema)), ({ verdict: { findings = null } }) => findings?.map(shownAge) ?? null),
    problems: shownList(problemShown, ({ verdict }) => verdict.problems),
    prints: shown(Type.Array(Type.String()), ({ verdict }) => [...verdict.prints]),
    'duration-ms': shown(Type.Integer(), ({ verdict }) => verdict['duration-ms']),
    'true-lines': shown(
      Nullable(lines),
      ({ trueLines }) => trueLines?.map(({ first, last }) => ({ first, last })) ?? null,
    ),
    'depends-on-unknown': shown(Nullable(unknownSchema), ({ verdict }) => {
      const unknown = examined(verdict);
      return unknown && { ...unknown, 'depends-on': [...unknown['depends-on']] };
    }),
    tests: shown(Nullable(Type.String()), ({ tests }) => tests),
  },
  relationships: {
    policy: { to: 'policies', one: ({ policy }) => policy.id },
    'policy-input': { to: 'policy-inputs', one: ({ inputId }) => inputId },
  },
  id: ({ policy }) => policy.id,
});
