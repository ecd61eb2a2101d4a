import { counted } from './counted.ts';

export const upper = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Formats a number with its meaning, such as `2 mandatory failed`. Empty if the number is 0. */
export const countOf = (count: number, what: string): string =>
  count === 0 ? '' : `${count.toLocaleString('en')} ${what}`;

/** Formats the numbers of new and old findings of a policy. Empty if the policy has no old findings. */
export const newAndOld = (fresh: number, old: number): string =>
  old === 0 ? '' : `${fresh.toLocaleString('en')} new, ${old.toLocaleString('en')} old`;

/** Heading of the collapsed list of old findings. */
export const oldSummary = (count: number): string =>
  `${counted(count, 'old finding')}: present before this plan, and not blocking`;

export const changes = (count: number): string => counted(count, 'change');
export const mandatory = (count: number): string => counted(count, 'mandatory policy', 'mandatory policies');

export const actionNames: Readonly<Record<string, string>> = {
  create: '+ Create',
  update: '~ Change',
  delete: '− Delete',
  read: 'Read',
  forget: 'Forget',
  'no-op': 'No change',
};

export const withoutLines: Readonly<Record<string, string>> = {
  disabled: 'This organization does not show lines of rules. An owner can turn this on in the settings.',
  'not-recorded': 'This organization did not show lines of rules when the plan was evaluated.',
  'over-budget': 'Finding the matching lines took too much time or memory.',
  'code-gone': 'The code that was evaluated has been deleted.',
  'left-out': 'The code of the policy is too large to be shown.',
};

/** Names what was evaluated, such as `A plan for shop`. The workspace is null if there is none. */
export function subjectOf(source: 'plan' | 'state', workspace: string | null): string {
  if (workspace === null) return `A ${source} without a workspace`;
  return source === 'state' ? `The state of ${workspace}` : `A plan for ${workspace}`;
}

const list = new Intl.ListFormat('en', { type: 'disjunction' });

/** Names the members of teams in a sentence. */
export const membersOf = (teams: readonly string[]): string =>
  `members of the ${teams.length === 1 ? 'team' : 'teams'} ${list.format(teams)}`;

/** Names the teams that can let a plan pass. If the user cannot see the teams, describes their members. */
export const helpersOf = (teams: readonly string[], overridable: boolean): string =>
  teams.length > 0
    ? upper(membersOf(teams))
    : `Members of teams that have the ${overridable ? 'permission “Override policies”' : 'permissions “Override policies” and “Manage policies”'}`;
