import { Type } from 'typebox';
import type { Lines, PolicyProblem, PolicyTest, TestFailure } from '../../../effects/policy-engine/answers.ts';
import { resource, shown, shownList, shownObject } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable, NullableString } from '../../../jsonapi/schema.ts';
import { allKinds } from '../kind.ts';
import type { CodeCheck } from './code-checks.ts';

const number = () => Nullable(Type.Integer());

/** A problem in policy code. All API responses that contain such problems use this form. */
export const problemShown = shownObject<PolicyProblem>({
  code: shown(Type.String(), ({ code }) => code),
  severity: shown(Type.Enum(['error', 'warning']), ({ severity }) => severity),
  message: shown(Type.String(), ({ message }) => message),
  file: shown(NullableString(), ({ file }) => file ?? null),
  row: shown(number(), ({ row }) => row ?? null),
  column: shown(number(), ({ column }) => column ?? null),
  hint: shown(NullableString(), ({ hint }) => hint ?? null),
});

const testFailure = shownObject<TestFailure>({
  file: shown(Type.String(), ({ file }) => file),
  row: shown(Type.Integer(), ({ row }) => row),
  expression: shown(Type.String(), ({ expression }) => expression),
  values: shown(Type.Array(Exactly({ name: Type.String(), value: Type.String() })), ({ values }) =>
    values.map(({ name, value }) => ({ name, value })),
  ),
});

const testOutcome = shownObject<PolicyTest>({
  name: shown(Type.String(), ({ name }) => name),
  status: shown(Type.Enum(['passed', 'failed', 'errored', 'skipped']), ({ status }) => status),
  row: shown(Type.Integer(), ({ row }) => row),
  message: shown(NullableString(), ({ message }) => message ?? null),
  failure: shown(Nullable(testFailure.schema), ({ failure }) => (failure ? testFailure.read(failure) : null)),
  output: shown(Type.Array(Type.String()), ({ prints }) => prints),
  'duration-ms': shown(Type.Integer(), (test) => test['duration-ms']),
});

const lines = Exactly({ first: Type.Integer(), last: Type.Integer() });
const coverage = Exactly({ percent: Type.Number(), missed: Type.Array(lines) });

const coverageOf = ({ percent, missed }: { readonly percent: number; readonly missed: readonly Lines[] }) => ({
  percent,
  missed: missed.map(({ first, last }) => ({ first, last })),
});

export const codeCheckResource = resource<CodeCheck>({
  type: 'policy-code-checks',
  attributes: {
    kind: shown(Type.Enum([...allKinds]), ({ draft }) => draft.kind),
    query: shown(NullableString(), ({ draft }) => draft.query),
    status: shown(Type.Enum(['passed', 'failed', 'unreachable']), ({ status }) => status),
    'rego-version': shown(Nullable(Type.Enum(['v0', 'v1'])), ({ regoVersion }) => regoVersion),
    problems: shownList(problemShown, ({ problems }) => problems),
    formatted: shown(NullableString(), ({ formatted }) => formatted),
    packages: shown(Type.Array(Type.String()), ({ packages }) => packages),
    rules: shown(Type.Array(Type.String()), ({ rules }) => rules),
    tests: shownList(testOutcome, ({ tests }) => tests),
    coverage: shown(Nullable(coverage), (check) => (check.coverage === null ? null : coverageOf(check.coverage))),
  },
  id: ({ organizationId }) => organizationId,
});
