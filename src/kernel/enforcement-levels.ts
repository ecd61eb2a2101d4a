// Enforcement levels of policies, each with what follows from it. Everything else asks here; the console has a generated copy.

export interface EnforcementLevel {
  readonly name: string;
  /** Kinds of the policies that can have the level. */
  readonly kinds: readonly ('native' | 'opa')[];
  /** Whether a policy of this level stops the run that fails it, even if people can override that. */
  readonly blocks: boolean;
  /** Whether people may override a failed policy: `by-set` if its policy set permits it. */
  readonly overridable: 'always' | 'by-set' | 'never';
}

type Kind = EnforcementLevel['kinds'][number];

/** In the order of the API description. The first level of a kind is the one that a wrong `enforce` means (reference, Policy). */
export const enforcementLevels = [
  { name: 'hard-mandatory', kinds: ['native'], blocks: true, overridable: 'never' },
  { name: 'soft-mandatory', kinds: ['native'], blocks: true, overridable: 'always' },
  { name: 'advisory', kinds: ['native', 'opa'], blocks: false, overridable: 'always' },
  { name: 'mandatory', kinds: ['opa'], blocks: true, overridable: 'by-set' },
] as const satisfies readonly [EnforcementLevel, ...EnforcementLevel[]];

const levels: readonly EnforcementLevel[] = enforcementLevels;
const namesOf = (some: readonly EnforcementLevel[]): readonly string[] => some.map(({ name }) => name);

/** Every level of either kind. */
export const allLevels = namesOf(levels);

/** Levels that stop no run. */
export const advisoryLevels = namesOf(levels.filter(({ blocks }) => !blocks));

/** Levels of a kind. */
export const levelsOf = (kind: Kind): readonly string[] => namesOf(levels.filter(({ kinds }) => kinds.includes(kind)));

/** Levels of a kind, with the one first that a policy in a list has if the list names none. */
export const listedLevelsOf = (kind: Kind): readonly string[] =>
  levelsOf(kind).toSorted((one, other) => Number(isMandatory(one)) - Number(isMandatory(other)));

/** Whether a policy of this level blocks a run that fails it. A level of a newer service counts as one that does. */
export const isMandatory = (level: string): boolean => !advisoryLevels.includes(level);

/** Whether a policy of this level blocks nothing in a policy set, or can be overridden there. */
export function allowsOverride({ is_overridable }: { readonly is_overridable: number }, level: string): boolean {
  const overridable = levels.find(({ name }) => name === level)?.overridable;
  return overridable === 'always' || (overridable === 'by-set' && is_overridable === 1);
}
