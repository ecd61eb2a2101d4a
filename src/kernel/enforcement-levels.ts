// Enforcement levels of policies and their consequences. All code takes them from here; the console has a generated
// copy.

export interface EnforcementLevel {
  readonly name: string;
  /** Policy kinds that can have the level. */
  readonly kinds: readonly ('native' | 'opa')[];
  /** Whether a failed policy of this level stops the run, even if people can override it. */
  readonly blocks: boolean;
  /** Whether people can override a failed policy. `by-set`: only if the policy set permits it. */
  readonly overridable: 'always' | 'by-set' | 'never';
}

type Kind = EnforcementLevel['kinds'][number];

/**
 * Levels in the order of the API description. If `enforce` is invalid, the first level of the policy's kind applies
 * (API reference, "Policy").
 */
export const enforcementLevels = [
  { name: 'hard-mandatory', kinds: ['native'], blocks: true, overridable: 'never' },
  { name: 'soft-mandatory', kinds: ['native'], blocks: true, overridable: 'always' },
  { name: 'advisory', kinds: ['native', 'opa'], blocks: false, overridable: 'always' },
  { name: 'mandatory', kinds: ['opa'], blocks: true, overridable: 'by-set' },
] as const satisfies readonly [EnforcementLevel, ...EnforcementLevel[]];

const levels: readonly EnforcementLevel[] = enforcementLevels;
const namesOf = (some: readonly EnforcementLevel[]): readonly string[] => some.map(({ name }) => name);

/** Levels of all kinds. */
export const allLevels = namesOf(levels);

/** Levels that do not stop a run. */
export const advisoryLevels = namesOf(levels.filter(({ blocks }) => !blocks));

/** Returns the levels of a kind. */
export const levelsOf = (kind: Kind): readonly string[] => namesOf(levels.filter(({ kinds }) => kinds.includes(kind)));

/** Returns the levels of a kind, starting with the default for policies in a policy list that give no level. */
export const listedLevelsOf = (kind: Kind): readonly string[] =>
  levelsOf(kind).toSorted((one, other) => Number(isMandatory(one)) - Number(isMandatory(other)));

/**
 * Whether a failed policy of this level stops the run. True for unknown levels, which a newer service may have added.
 */
export const isMandatory = (level: string): boolean => !advisoryLevels.includes(level);

/** Whether a failed policy of this level does not stop a run or can be overridden, in the given policy set. */
export function allowsOverride({ is_overridable }: { readonly is_overridable: number }, level: string): boolean {
  const overridable = levels.find(({ name }) => name === level)?.overridable;
  return overridable === 'always' || (overridable === 'by-set' && is_overridable === 1);
}
