import type { Team } from '../../api/teams.ts';
import { t } from '../../texts/teams.ts';

/** The team whose members may do everything. */
export const isOwners = ({ attributes }: Team): boolean => attributes.name === 'owners';

export const visibilityOptions = () => [
  { value: 'organization', label: t.organization },
  { value: 'secret', label: t.secret },
];
