// The attributes `introduction` and `shadow` of policies in requests and responses.
import { Type } from 'typebox';
import { attributeProblem, type Problem } from '../../../jsonapi/errors.ts';
import { shown } from '../../../jsonapi/resource.ts';
import { type Introduction, introductionFault, type SetIntroduction } from '../../../kernel/introduction.ts';
import { capitalized } from '../../../lib/text/text.ts';
import type { Kind } from '../kind.ts';

/** Schema of the request attribute `shadow`, which is the older form of `introduction`. */
export const shadowInput = { shadow: Type.Optional(Type.Boolean()) };

export const shownShadow = shown(
  Type.Boolean(),
  ({ introduction }: { readonly introduction: Introduction }) => introduction === 'shadow',
);

/** Validates the attributes `introduction` and `shadow` of a request together, and returns the problems found. */
export function introductionProblems(kind: Kind, attributes: SetIntroduction): readonly Problem[] {
  const fault = introductionFault(kind, attributes);
  return fault === undefined ? [] : [attributeProblem(fault.key, fault.code, capitalized(fault.text))];
}
