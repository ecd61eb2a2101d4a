// Findings of an evaluation. Blocking findings come first.
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { client, type Resource } from './client.ts';
import { type Listed, type ListSearch, listQuery } from './list.ts';
import { findingList } from './list-specs.ts';
import { record } from './query.ts';
import { keyOf } from './query-key.ts';

export type Finding = Resource<'policy-findings'>;

/** Page size of the lists of findings and of changes. */
const pageSize = 100;

const findings = '/api/v2/policy-evaluations/{policy_evaluation_id}/findings';

const pageAfter = ({ meta }: { readonly meta: Listed<unknown>['meta'] }) => meta.pagination?.['next-page'];

/** Findings of a finished evaluation, in pages. The metadata of each page counts all findings of the evaluation. */
export const findingsQuery = (evaluation: string, { filter = {} }: Pick<ListSearch, 'filter'>) =>
  infiniteQueryOptions({
    queryKey: keyOf('evaluation', evaluation, 'findings', filter),
    queryFn: ({ signal, pageParam }) =>
      client.get(findings, {
        params: { policy_evaluation_id: evaluation },
        query: listQuery(findingList, { filter, page: pageParam, size: pageSize }),
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: pageAfter,
    placeholderData: keepPreviousData,
  });

export type FindingCounts = Awaited<ReturnType<typeof client.get<typeof findings>>>['meta']['counts'];

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
    getNextPageParam: pageAfter,
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
