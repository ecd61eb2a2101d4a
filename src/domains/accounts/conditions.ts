import { conditionsOf } from '../../conditions.ts';
import { openAdvice, openProviders, openSentence } from './identity-providers/open-providers.ts';
import { usersCounted } from './users/recount.ts';

export const accountConditions = [
  ...conditionsOf({ check: 'database', fact: usersCounted, places: ['doctor', 'system', 'readyz'] })({
    'accounts-miscounted': {
      problem: 'The stored numbers of accounts do not match the accounts in the database.',
      advice: 'Run "tipstaff user recount" to correct the numbers.',
      cases: (isRight) => !isRight && {},
    },
  }),
  ...conditionsOf({ check: 'sign-in', fact: openProviders, places: ['doctor', 'system'] })({
    'sign-in-open': {
      warning: openSentence,
      advice: openAdvice,
      cases: (names) => names.map((name) => ({ name })),
    },
  }),
];
