// Recent evaluations that a policy did not pass.
import type { Resource } from './client.ts';
import { failureList } from './list-specs.ts';
import { list, record, totalOf } from './query.ts';

export type PolicyFailure = Resource<'policy-failures'>;

const failures = '/api/v2/policies/{policy_id}/failures';

/** Evaluations that a policy did not pass, newest first. */
export const failuresQuery = list('policy', failures, { part: 'failures', spec: failureList });

/**
 * Number of plans since a given day that the policy would have blocked if it were not in shadow mode, and number of
 * plans that it evaluated since then.
 */
export const wouldBlockQuery = (policy: string, since: string) =>
  record('policy', failures, {
    part: `would-block ${since}`,
    query: { 'page[size]': 1, 'filter[since]': since, 'filter[would-block]': 'true' },
    shown: ({ meta }) => ({ blocked: totalOf({ meta }), seen: meta.evaluated }),
  })(policy);
