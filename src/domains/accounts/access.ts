// Who may do what with accounts, and with what belongs to one. Everybody else gets 404. Site administrators have routes of their own.
import type { CallerCondition, RightsTable } from '../../kernel/rights.ts';

/** The conditions beside those on the caller alone, as the documentation words them. */
export const accountConditions = {
  self: 'The account belongs to the caller.',
  'common-organization': 'The account is a member of an organization that the caller belongs to.',
} as const;

export const accountRights = {
  users: {
    read: ['self', 'site-administrator', 'common-organization', 'command-line'],
    'manage-tokens': ['self'],
    'end-session': ['self'],
  },
  // The addresses under `/account`, which lead to the account of the caller.
  '/account/*': { use: ['person'] },
  'identity-providers': { check: ['site-administrator'] },
} as const satisfies RightsTable<CallerCondition | keyof typeof accountConditions>;
