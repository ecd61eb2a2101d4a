import { Type } from 'typebox';
import { documentPayload, type InputOf } from '../../../jsonapi/payload.ts';
import { InputForm, Nullable, Reference, Text } from '../../../jsonapi/schema.ts';

/** As much as a document has space for, in characters: code, and the JSON of a plan. */
const maxText = 1_000_000;

/** As many as an output has members. */
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
  relationships: Type.Object({ 'policy-input': Type.Optional(Reference('policy-inputs')) }),
});

/** A draft to try, and with which input. What is undefined is that of the policy. */
export interface TrialInput {
  readonly code: string | undefined;
  readonly query: string | null | undefined;
  readonly form: string | null | undefined;
  /** JSON of a plan. */
  readonly plan: string | undefined;
  /** Identifier of a recorded input. */
  readonly recorded: string | undefined;
  readonly isLastFailure: boolean;
  /** Position of the member of the output that a test is made of. */
  readonly testOf: number | undefined;
}

/** The trial in a document that has been validated. */
export const trialFrom = ({ attributes, relationships }: InputOf<typeof trialPayload>): TrialInput => ({
  code: attributes.code,
  query: attributes.query,
  form: attributes.input,
  plan: attributes.plan,
  recorded: relationships['policy-input']?.data.id,
  isLastFailure: attributes['last-failure'] ?? false,
  testOf: attributes['test-of'],
});
