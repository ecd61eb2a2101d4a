// Levels of access to a workspace or a project, and what each of them permits.
import { keysOf } from '../../../lib/functions/records.ts';

/** Levels of access to a workspace. */
export const workspaceLevels = ['read', 'plan', 'write', 'admin', 'custom'] as const;

/** Levels of access to a project and all its workspaces. */
export const projectLevels = ['read', 'write', 'maintain', 'admin', 'custom'] as const;

export type AccessLevel = (typeof workspaceLevels | typeof projectLevels)[number];

/** Values of `runs` that can be chosen for the level `custom`. */
export const customRuns = ['read', 'plan'] as const;

/**
 * What a team can do in a workspace or a project:
 *
 * - `read`: see the workspace, its evaluations and their findings
 * - `plan`: send plans whose evaluations count for the workspace
 * - `create-workspaces`: register workspaces in the project
 * - `grant-access`: give teams access to the workspace or the project
 */
export const placeAbilities = ['read', 'plan', 'create-workspaces', 'grant-access'] as const;

export type PlaceAbility = (typeof placeAbilities)[number];

/** The columns of `team_access` that determine what a team can do. */
export interface GrantedLevel {
  readonly access: AccessLevel;
  /** Value of `runs` for the level `custom`; null for the other levels. */
  readonly runs: (typeof customRuns)[number] | null;
  /** Whether the level `custom` permits registering workspaces in the project. */
  readonly creates_workspaces: number;
}

const abilities: Readonly<Record<Exclude<AccessLevel, 'custom'>, readonly PlaceAbility[]>> = {
  read: ['read'],
  plan: ['read', 'plan'],
  write: ['read', 'plan'],
  maintain: ['read', 'plan', 'create-workspaces'],
  admin: ['read', 'plan', 'create-workspaces', 'grant-access'],
};

/** Returns the levels, other than `custom`, that include an ability. */
export const levelsWith = (ability: PlaceAbility): readonly AccessLevel[] =>
  keysOf(abilities).filter((level) => abilities[level].includes(ability));

export const abilitiesOf = ({ access, runs, creates_workspaces }: GrantedLevel): readonly PlaceAbility[] => {
  if (access !== 'custom') return abilities[access];
  return [...abilities[runs ?? 'read'], ...(creates_workspaces === 1 ? (['create-workspaces'] as const) : [])];
};
