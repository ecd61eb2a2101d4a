import { Type } from 'typebox';
import { documentPayload, type InputOf } from '../../../jsonapi/payload.ts';
import { InputForm, Nullable, Text } from '../../../jsonapi/schema.ts';
import { allKinds, type Kind } from '../kind.ts';

/** Maximum length of code in characters. Longer code would exceed the maximum size of a request. */
const maxCodeLength = 1_000_000;

export const codeCheckPayload = documentPayload({
  type: 'policy-code-checks',
  attributes: Type.Object({
    kind: Type.Optional(Type.Enum([...allKinds])),
    query: Type.Optional(Nullable(Text())),
    input: Type.Optional(Nullable(InputForm())),
    code: Text(maxCodeLength),
    tests: Type.Optional(Nullable(Text(maxCodeLength))),
  }),
});

/** Code that is checked without being stored. */
export interface Draft {
  readonly kind: Kind;
  readonly query: string | null;
  /** Form of the plan document that the policy receives; null means the default form. */
  readonly input: string | null;
  readonly code: string;
  readonly tests: string | null;
}

/** Converts a validated request document to a draft. */
export function draftFrom({ attributes }: InputOf<typeof codeCheckPayload>): Draft {
  const { kind = 'native', query, input, code, tests } = attributes;
  return { kind, query: query ?? null, input: input ?? null, code, tests: tests ?? null };
}
