// Findings of an evaluation. Blocking findings come first.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { client, type Resource } from './client.ts';
import type { ListSearch } from './list.ts';
import { findingList } from './list-specs.ts';
import { list, record, type ShownBy } from './query.ts';
import { keyOf } from './query-key.ts';

export type Finding = Resource<'policy-findings'>;

/** Page size of the lists of findings and of changes. */
const pageSize = 100;

const pageOfFindings = list('evaluation', '/api/v2/policy-evaluations/{policy_evaluation_id}/findings', {
  part: 'findings',
  spec: findingList,
});

/** A page of a finished evaluation's findings, with the counts of all its findings. */
export const findingsQuery = (evaluation: string, search: ListSearch) =>
  pageOfFindings(evaluation, { ...search, size: pageSize });

export type Findings = ShownBy<typeof findingsQuery>;
export type FindingCounts = Findings['meta']['counts'];

export type Change = Resource<'policy-evaluation-changes'>;

/** Planned changes to resources that have findings, in pages. Resources with blocking findings come first. */
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
    // Structural sharing is off, because it would copy the objects that represent exact numbers.
    structuralSharing: false,
  });

export type Rule = Resource<'policy-rules'>;

/** The rule that produced the findings of an outcome. Null if this service did not evaluate the policy. */
export const ruleQuery = (outcome: string, policy: string) =>
  record('rule', '/api/v2/policy-set-outcomes/{policy_set_outcome_id}/rules', {
    part: policy,
    query: { 'filter[policy]': policy },
    shown: ({ data }): Rule | null => data[0] ?? null,
  })(outcome);
