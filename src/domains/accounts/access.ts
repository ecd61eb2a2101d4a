// Who may see an account; everybody else gets 404. What a person does with the own account, and a site administrator with
// any, has routes of its own.
import type { RightsTable } from '../../kernel/rights.ts';

/** The conditions of these rights, as the documentation words them. */
export const accountConditions = {
  self: 'The account belongs to the caller.',
  'site-administrator': 'The caller is a site administrator.',
  'common-organization': 'The account is a member of an organization that the caller belongs to.',
  'command-line': 'The caller is the command line on the machine of the service.',
} as const;

export const accountRights = {
  users: {
    read: ['self', 'site-administrator', 'common-organization', 'command-line'],
  },
} as const satisfies RightsTable<keyof typeof accountConditions>;
