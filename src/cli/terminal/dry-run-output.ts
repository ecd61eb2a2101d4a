// Formats the result of a sign-in dry run as text.
import type { Provisioned } from '../../domains/accounts/commands.ts';
import { labelled } from './output.ts';

/** Exit status of a dry run whose sign-in would be refused. */
export const refusedExit = 1;

const accounts = {
  known: 'linked already',
  linked: 'would be linked by its e-mail address',
  created: 'would be created',
};

/** Formats the account, role and teams that a user would have after the sign-in. */
export const provisionedText = ({ user, match, wasAdmin, teams }: Provisioned): string =>
  labelled({
    Account: `${user.username} (${accounts[match]})`,
    'E-mail address': user.email,
    'Site administrator': user.is_admin === 1,
    'Site administrator before': wasAdmin,
    Teams: teams.map(({ organization, team, change }) => `${organization}/${team} (${change})`).join(', ') || 'none',
  });
