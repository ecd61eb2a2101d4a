import { Type } from 'typebox';
import { documentPayload, type InputOf } from '../../../jsonapi/payload.ts';
import { InputForm, Nullable, Reference, Text } from '../../../jsonapi/schema.ts';

/**
 * Maximum length in characters of the code, and of the plan as JSON. Longer texts would exceed the maximum size of a
 * request.
 */
const maxText = 1_000_000;

/** Maximum of the attribute `test-of`, which is the position of a finding in the policy's output, counted from 0. */
const maxPosition = 999;

export const trialPayload = documentPayload({
  type: 'policy-trials',
  attributes: Type.Object({
    code: Type.Optional(Text(maxText)),
    query: Type.Optional(Nullable(Text())),
    input: Type.Optional(Nullable(InputForm())),
    plan: Type.Optional(Text(maxText)),
    'last-failure': Type.Optional(Type.Boolean()),
    'test-of': Type.Optional(Type.Integer({ minimum: 0, maximum: maxPosition })),
  }),
  relationships: Type.Object({
    'policy-input': Type.Optional(Reference('policy-inputs')),
    'policy-set': Type.Optional(Reference('policy-sets')),
  }),
});

/**
 * A draft, and the input with which it is evaluated. If code, query or input form is undefined, the policy's own value
 * is used.
 */
export interface TrialInput {
  readonly code: string | undefined;
  readonly query: string | null | undefined;
  readonly form: string | null | undefined;
  /** Plan with which the draft is evaluated, as JSON text. */
  readonly plan: string | undefined;
  /** Identifier of the recorded input with which the draft is evaluated. */
  readonly recorded: string | undefined;
  readonly isLastFailure: boolean;
  /** Identifier of the policy set whose parameters the draft receives. */
  readonly policySet: string | undefined;
  /** Position, in the policy's output, of the finding for which a test is generated. */
  readonly testOf: number | undefined;
}

/** Converts a validated document to the input of a trial. */
export const trialFrom = ({ attributes, relationships }: InputOf<typeof trialPayload>): TrialInput => ({
  code: attributes.code,
  query: attributes.query,
  form: attributes.input,
  plan: attributes.plan,
  recorded: relationships['policy-input']?.data.id,
  isLastFailure: attributes['last-failure'] ?? false,
  policySet: relationships['policy-set']?.data.id,
  testOf: attributes['test-of'],
});
