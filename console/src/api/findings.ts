// Findings of an evaluation, with blocking ones first.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { client, type Resource } from './client.ts';
import type { ListSearch } from './list.ts';
import { findingList } from './list-specs.ts';
import { list, record, type ShownBy } from './query.ts';
import { keyOf } from './query-key.ts';

export type Finding = Resource<'policy-findings'>;

/** Number of findings, or of changes, on a page. */
const pageSize = 100;

const pageOfFindings = list('evaluation', '/api/v2/policy-evaluations/{policy_evaluation_id}/findings', {
  part: 'findings',
  spec: findingList,
});

/** A page of the findings of a finished evaluation, with the counts of all findings. */
export const findingsQuery = (evaluation: string, search: ListSearch) =>
  pageOfFindings(evaluation, { ...search, size: pageSize });

export type Findings = ShownBy<typeof findingsQuery>;

export type Change = Resource<'policy-evaluation-changes'>;

/** Changes of the plan to resources with findings, page by page. Resources with blocking findings come first. */
export const changesQuery = (evaluation: string) =>
  infiniteQueryOptions({
    queryKey: keyOf('evaluation', evaluation, 'changes'),
    queryFn: ({ signal, pageParam }) =>
      client.get('/api/v2/policy-evaluations/{policy_evaluation_id}/changes', {
        params: { policy_evaluation_id: evaluation },
        query: { 'page[number]': pageParam, 'page[size]': pageSize },
        exact: true,
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => meta.pagination?.['next-page'],
    // Exact numbers are objects, which structural sharing would convert to other objects.
    structuralSharing: false,
  });

export type Rule = Resource<'policy-rules'>;

/** The rule that produced the findings of an outcome; null if the policy was not evaluated by this service. */
export const ruleQuery = (outcome: string, policy: string) =>
  record('rule', '/api/v2/policy-set-outcomes/{policy_set_outcome_id}/rules', {
    part: policy,
    query: { 'filter[policy]': policy },
    shown: ({ data }): Rule | null => data[0] ?? null,
  })(outcome);
