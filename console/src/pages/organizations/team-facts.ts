import type { Team } from '../../api/teams.ts';

/** Whether the team is the owners team. Its members have all permissions. */
export const isOwners = ({ attributes }: Team): boolean => attributes.name === 'owners';

export const visibilityOptions = [
  { value: 'organization', label: 'Everybody in the organization' },
  { value: 'secret', label: 'Only members of the team' },
];
