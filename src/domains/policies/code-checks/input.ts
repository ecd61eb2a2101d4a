import { Type } from 'typebox';
import { documentPayload, type InputOf } from '../../../jsonapi/payload.ts';
import { InputForm, Nullable, Text } from '../../../jsonapi/schema.ts';
import { allKinds, type Kind } from '../kind.ts';

/** As much as a document has space for. */
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

/** Code that is checked and not stored. */
export interface Draft {
  readonly kind: Kind;
  readonly query: string | null;
  /** The form in which it gets a plan; null for the usual one. */
  readonly input: string | null;
  readonly code: string;
  readonly tests: string | null;
}

/** The draft in a document that has been validated. */
export function draftFrom({ attributes }: InputOf<typeof codeCheckPayload>): Draft {
  const { kind = 'native', query, input, code, tests } = attributes;
  return { kind, query: query ?? null, input: input ?? null, code, tests: tests ?? null };
}
