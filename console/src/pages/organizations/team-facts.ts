import type { Team } from '../../api/teams.ts';

/** The team whose members may do everything. */
export const isOwners = ({ attributes }: Team): boolean => attributes.name === 'owners';

export const visibilityOptions = () => [
  { value: 'organization', label: 'Everybody in the organization' },
  { value: 'secret', label: 'Only its members' },
];
