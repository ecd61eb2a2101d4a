// Reads the enforcement level of a policy from the attribute `enforcement-level` or from the deprecated attribute
// `enforce`.
import { attributeProblem, invalid, type Problem } from '../../../jsonapi/errors.ts';
import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { levelsOf } from '../../../kernel/enforcement-levels.ts';
import { allKinds, type Kind } from '../kind.ts';

/**
 * Returns the `path` that an element of `enforce` must have to set the enforcement level of the policy. Elements with
 * other paths have no effect.
 */
export const enforcePath = (words: Vocabulary, kind: Kind, name: string): string =>
  `${name}.${kind === 'native' ? words.native : 'rego'}`;

/** The enforcement attributes of a request, before validation. */
export interface EnforcementInput {
  readonly 'enforcement-level'?: unknown;
  readonly enforce?: unknown;
}

/** Kind and name of the policy whose enforcement level is set. */
interface Subject {
  readonly kind: Kind;
  readonly name: string;
}

/** Returns the enforcement level that a request sets, if any; 422 if policies of this kind do not have this level. */
export function requestedLevel(words: Vocabulary, subject: Subject, input: EnforcementInput): string | undefined {
  const reading = readEnforcement(words, subject, input);
  if ('problem' in reading) throw invalid(reading.problem);
  return reading.level;
}

const levelMissing = attributeProblem('enforcement-level', 'required', "Enforcement level can't be blank");

/**
 * Returns the enforcement level of a new policy; 422 if the request has no level or if policies of this kind do not
 * have it.
 */
export function levelOfNew(words: Vocabulary, subject: Subject, input: EnforcementInput): string {
  const level = requestedLevel(words, subject, input);
  if (level === undefined) throw invalid(levelMissing);
  return level;
}

/**
 * Validates the enforcement attributes of a new policy and returns the problems found. It also works if other
 * attributes are invalid.
 */
export function enforcementProblems(
  attributes: Readonly<Record<string, unknown>>,
  words: Vocabulary,
): readonly Problem[] {
  const kind = allKinds.find((each) => each === (attributes.kind ?? 'native'));
  if (kind === undefined) return [];
  const name = typeof attributes.name === 'string' ? attributes.name : '';
  const reading = readEnforcement(words, { kind, name }, attributes);
  if ('problem' in reading) return [reading.problem];
  return reading.level === undefined ? [levelMissing] : [];
}

/** The enforcement level in a request, or the problem with it; `level` is undefined if the request has no level. */
export type RequestedLevel = { readonly level: string | undefined } | { readonly problem: Problem };

/** Reads the enforcement level from a request; `enforcement-level` takes precedence over `enforce`. */
export function readEnforcement(words: Vocabulary, subject: Subject, input: EnforcementInput): RequestedLevel {
  const level = input['enforcement-level'];
  if (level !== undefined) return readLevel(subject.kind, 'enforcement-level', level);
  return readEnforce(words, subject, input.enforce);
}

/**
 * Reads the enforcement level from the first element of `enforce` that has the policy's path. If all elements have
 * other paths, returns the default level for the policy's kind.
 */
function readEnforce(words: Vocabulary, { kind, name }: Subject, enforce: unknown): RequestedLevel {
  const elements: readonly unknown[] = Array.isArray(enforce) ? enforce : [];
  const path = enforcePath(words, kind, name);
  for (const [index, element] of elements.entries()) {
    if (isElement(element) && element.path === path) return readLevel(kind, `enforce/${index}/mode`, element.mode);
  }
  return { level: elements.length === 0 ? undefined : levelsOf(kind)[0] };
}

function readLevel(kind: Kind, attribute: string, level: unknown): RequestedLevel {
  const levels = levelsOf(kind);
  if (typeof level === 'string' && levels.includes(level)) return { level };
  const allowed = levels.join(', ');
  return {
    problem: attributeProblem(attribute, 'not-in-list', `Enforcement level is not included in the list (${allowed})`),
  };
}

interface EnforceElement {
  readonly path?: unknown;
  readonly mode?: unknown;
}

const isElement = (value: unknown): value is EnforceElement => typeof value === 'object' && value !== null;
