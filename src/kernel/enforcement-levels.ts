// Enforcement levels of policies and their consequences. This is their only definition. The console has a generated
// copy.

export interface EnforcementLevel {
  readonly name: string;
  /** Policy kinds for which the level is available. */
  readonly kinds: readonly ('native' | 'opa')[];
  /** Whether a failed policy of this level stops the run unless the failure is overridden. */
  readonly blocks: boolean;
  /** Whether people can override the failure of a policy. `by-set` means that they can if the policy set permits it. */
  readonly overridable: 'always' | 'by-set' | 'never';
}

type Kind = EnforcementLevel['kinds'][number];

/**
 * Levels in the order of the API description. If the attribute `enforce` is invalid, the first level for the policy's
 * kind applies (API reference, "Policy").
 */
export const enforcementLevels = [
  { name: 'hard-mandatory', kinds: ['native'], blocks: true, overridable: 'never' },
  { name: 'soft-mandatory', kinds: ['native'], blocks: true, overridable: 'always' },
  { name: 'advisory', kinds: ['native', 'opa'], blocks: false, overridable: 'always' },
  { name: 'mandatory', kinds: ['opa'], blocks: true, overridable: 'by-set' },
] as const satisfies readonly [EnforcementLevel, ...EnforcementLevel[]];

const levels: readonly EnforcementLevel[] = enforcementLevels;
const namesOf = (some: readonly EnforcementLevel[]): readonly string[] => some.map(({ name }) => name);

/** Names of all levels. */
export const allLevels = namesOf(levels);

/** Names of the levels that do not stop a run. */
export const advisoryLevels = namesOf(levels.filter(({ blocks }) => !blocks));

/** Returns the names of the levels for a policy kind. */
export const levelsOf = (kind: Kind): readonly string[] => namesOf(levels.filter(({ kinds }) => kinds.includes(kind)));

/**
 * Returns the names of the levels for a policy kind. The first one is the default for policies in a policy list that
 * specify no level.
 */
export const listedLevelsOf = (kind: Kind): readonly string[] =>
  levelsOf(kind).toSorted((one, other) => Number(isMandatory(one)) - Number(isMandatory(other)));

/**
 * Whether a failed policy of this level stops the run. True for unknown levels, which a newer version of the service
 * may have added.
 */
export const isMandatory = (level: string): boolean => !advisoryLevels.includes(level);

/**
 * Whether a run can continue after a policy of this level has failed, because the level does not stop runs or because
 * people can override the failure in this policy set.
 */
export function allowsOverride({ is_overridable }: { readonly is_overridable: number }, level: string): boolean {
  const overridable = levels.find(({ name }) => name === level)?.overridable;
  return overridable === 'always' || (overridable === 'by-set' && is_overridable === 1);
}
