// The plans that a policy did not pass lately.
import type { Resource } from './client.ts';
import { failureList } from './list-specs.ts';
import { list, record, totalOf } from './query.ts';

export type PolicyFailure = Resource<'policy-failures'>;

const failures = '/api/v2/policies/{policy_id}/failures';

/** The evaluations that a policy did not pass, the newest first. */
export const failuresQuery = list('policy', failures, { part: 'failures', spec: failureList });

/** Plans since a day that the policy would have blocked outside shadow mode, and plans it evaluated. */
export const wouldBlockQuery = (policy: string, since: string) =>
  record('policy', failures, {
    part: `would-block ${since}`,
    query: { 'page[size]': 1, 'filter[since]': since, 'filter[would-block]': 'true' },
    shown: ({ meta }) => ({ blocked: totalOf({ meta }), seen: meta.evaluated }),
  })(policy);
