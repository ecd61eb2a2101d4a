import { conditionsOf } from '../../conditions.ts';
import { openAdvice, openProviders, openSentence } from './openid/open-providers.ts';
import { usersCounted } from './users/recount.ts';

export const accountConditions = [
  ...conditionsOf({ check: 'database', fact: usersCounted, places: ['doctor', 'system', 'readyz'] }, [
    {
      code: 'accounts-miscounted',
      severity: 'problem',
      sentence: 'The database counts other numbers of accounts than there are.',
      advice: 'Run "tipstaff user recount".',
      cases: (isRight) => !isRight && {},
    },
  ]),
  ...conditionsOf({ check: 'sign-in', fact: openProviders, places: ['doctor', 'system'] }, [
    {
      code: 'sign-in-open',
      severity: 'warning',
      sentence: openSentence,
      advice: openAdvice,
      cases: (names) => names.map((name) => ({ name })),
    },
  ]),
];
