// Dry runs of sign-ins, for people.
import type { Provisioned } from '../../domains/accounts/commands.ts';
import { labelled } from './output.ts';

/** Exit status of a check of a sign-in that would be refused. */
export const refusedExit = 1;

const accounts = {
  known: 'linked already',
  linked: 'would be linked by its e-mail address',
  created: 'would be created',
};

/** The account of a sign-in, its role and its teams. */
export const provisionedText = ({ user, match, wasAdmin, teams }: Provisioned): string =>
  labelled({
    Account: `${user.username} (${accounts[match]})`,
    'E-mail address': user.email,
    'Site administrator': user.is_admin === 1,
    'Site administrator before': wasAdmin,
    Teams: teams.map(({ organization, team, change }) => `${organization}/${team} (${change})`).join(', ') || 'none',
  });
