import { conditionsOf } from '../../conditions.ts';
import { claimedMembers } from './memberships/claimed-members.ts';
import { removal } from './tenants/store.ts';

export const organizationConditions = [
  ...conditionsOf({ check: 'removal', fact: removal, places: ['doctor'] })({
    'records-being-removed': {
      ok: 'The data of {records} deleted records is being removed; {removedRows} database rows have been removed so far.',
      cases: (progress) => progress.records > 0 && { ...progress },
    },
  }),
  ...conditionsOf({ check: 'accounts', fact: claimedMembers, places: ['doctor'] })({
    'members-unconfirmed': {
      warning:
        'Accounts with an unconfirmed e-mail address are members of more than one organization: {accounts}. A person who invited such an account may be able to use the account.',
      advice:
        'Find out who uses each account. Then run "tipstaff user confirm-email <name>", or remove the memberships of the account.',
      cases: ({ usernames, hasMore }) =>
        usernames.length > 0 && { accounts: `${usernames.join(', ')}${hasMore ? ' and others' : ''}` },
    },
  }),
];
