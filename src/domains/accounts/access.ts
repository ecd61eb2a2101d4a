// Access rights for accounts and their tokens and sessions. Callers without the required right get 404. Most routes for
// site administrators are not in this table. They all require the same right, which `src/http/callers.ts` declares.
import type { CallerCondition, RightsTable } from '../../kernel/rights.ts';

/**
 * Conditions of access rights that also depend on the requested account. Each value is the condition's text in the
 * documentation.
 */
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
  // Routes under `/account`, which act on the caller's own account.
  '/account/*': { use: ['person'] },
  'identity-providers': { check: ['site-administrator'] },
} as const satisfies RightsTable<CallerCondition | keyof typeof accountConditions>;
