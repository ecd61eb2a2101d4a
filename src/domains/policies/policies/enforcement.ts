// How strictly a policy is enforced: the attribute `enforcement-level`, and the deprecated `enforce` that says the same.
import { attributeProblem, invalid, type Problem } from '../../../jsonapi/errors.ts';
import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { type Kind, kindOf } from './kind.ts';

/** The levels of each kind, the one first that a wrong `enforce` path falls back to (reference, Policy). */
const levels: Record<Kind, readonly [string, ...string[]]> = {
  native: ['hard-mandatory', 'soft-mandatory', 'advisory'],
  opa: ['advisory', 'mandatory'],
};

/** Every level of either kind. */
export const allLevels: readonly string[] = [...new Set(Object.values(levels).flat())];

/** Whether a level lets no run go on that breaks the policy, be it that somebody may override that. */
export const isMandatory = (level: string): boolean => level !== 'advisory';

/** The one path that `enforce` should name. */
export const enforcePath = (words: Vocabulary, kind: Kind, name: string): string =>
  `${name}.${kind === 'native' ? words.native : words.opaExtension}`;

/** The attributes that speak of enforcement, as they came. */
export interface EnforcementInput {
  readonly 'enforcement-level'?: unknown;
  readonly enforce?: unknown;
}

/** The policy that they speak of. */
interface Subject {
  readonly kind: Kind;
  readonly name: string;
}

/** A level, the absence of one, or what is wrong with it. */
type Reading = { readonly level: string | undefined } | { readonly problem: Problem };

interface EnforceElement {
  readonly path?: unknown;
  readonly mode?: unknown;
}

const isElement = (value: unknown): value is EnforceElement => typeof value === 'object' && value !== null;

const readLevel = (kind: Kind, attribute: string, level: unknown): Reading => {
  if (typeof level === 'string' && levels[kind].includes(level)) return { level };
  const allowed = levels[kind].join(', ');
  return { problem: attributeProblem(attribute, `Enforcement level is not included in the list (${allowed})`) };
};

/** Of several elements the one with the right path counts, else the first; a wrong path means the kind's default. */
const readEnforce = (words: Vocabulary, { kind, name }: Subject, enforce: unknown): Reading => {
  const elements: readonly unknown[] = Array.isArray(enforce) ? enforce : [];
  const path = enforcePath(words, kind, name);
  for (const [index, element] of elements.entries()) {
    if (isElement(element) && element.path === path) return readLevel(kind, `enforce/${index}/mode`, element.mode);
  }
  return { level: elements.length === 0 ? undefined : levels[kind][0] };
};

/** The level that a request asks for; `enforcement-level` wins over `enforce`. */
export const readEnforcement = (words: Vocabulary, subject: Subject, input: EnforcementInput): Reading => {
  const level = input['enforcement-level'];
  if (level !== undefined) return readLevel(subject.kind, 'enforcement-level', level);
  return readEnforce(words, subject, input.enforce);
};

/** The level that a request asks for, if any; 422 when it is none of the kind's. */
export const requestedLevel = (words: Vocabulary, subject: Subject, input: EnforcementInput): string | undefined => {
  const reading = readEnforcement(words, subject, input);
  if ('problem' in reading) throw invalid(reading.problem);
  return reading.level;
};

const levelMissing = attributeProblem('enforcement-level', "Enforcement level can't be blank");

/** The level of a new policy; 422 when there is none, or none of its kind. */
export const levelOfNew = (words: Vocabulary, subject: Subject, input: EnforcementInput): string => {
  const level = requestedLevel(words, subject, input);
  if (level === undefined) throw invalid(levelMissing);
  return level;
};

/** What is wrong with the enforcement of a new policy: a level must be there, and be one of its kind. */
export const enforcementProblems = (
  words: Vocabulary,
  attributes: Readonly<Record<string, unknown>>,
): readonly Problem[] => {
  const kind = kindOf(words, attributes.kind ?? words.native);
  if (kind === undefined) return [];
  const name = typeof attributes.name === 'string' ? attributes.name : '';
  const reading = readEnforcement(words, { kind, name }, attributes);
  if ('problem' in reading) return [reading.problem];
  return reading.level === undefined ? [levelMissing] : [];
};
