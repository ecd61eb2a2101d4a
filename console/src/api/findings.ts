// What the policies of an evaluation object to, one by one, what blocks first.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, exactQuery, type Resource, read, readExactly } from './client.ts';
import { type Listed, type ListSearch, listQuery } from './list.ts';
import { findingList } from './list-specs.ts';
import { keyOf } from './query-key.ts';

export type Finding = Resource<'policy-findings'>;

/** Number of findings, or changes, of a page. */
const pageSize = 100;

/** A page of the findings of an evaluation that is over, with the counts of all of them. */
export const findingsQuery = (evaluation: string, search: ListSearch) =>
  queryOptions({
    queryKey: keyOf('evaluation', evaluation, 'findings', search),
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/v2/policy-evaluations/{policy_evaluation_id}/findings', {
          signal,
          params: {
            path: { policy_evaluation_id: evaluation },
            query: listQuery(findingList, { ...search, size: pageSize }),
          },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export type Findings = Awaited<ReturnType<NonNullable<ReturnType<typeof findingsQuery>['queryFn']>>>;

export type Change = Resource<'policy-evaluation-changes'>;

/** The changes of the plan to resources with findings, page after page: those that stop the plan come first. */
export const changesQuery = (evaluation: string) =>
  infiniteQueryOptions({
    queryKey: keyOf('evaluation', evaluation, 'changes'),
    queryFn: ({ signal, pageParam }) =>
      readExactly<Listed<Change>>(
        api.GET('/api/v2/policy-evaluations/{policy_evaluation_id}/changes', {
          signal,
          parseAs: 'text',
          params: {
            path: { policy_evaluation_id: evaluation },
            query: { 'page[number]': pageParam, 'page[size]': pageSize },
          },
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => meta.pagination?.['next-page'],
    ...exactQuery,
  });

export type Rule = Resource<'policy-rules'>;

/** The rule of a policy behind the findings of an outcome; null where the policy was not evaluated here. */
export const ruleQuery = (outcome: string, policy: string) =>
  queryOptions({
    queryKey: keyOf('rule', outcome, policy),
    queryFn: async ({ signal }): Promise<Rule | null> => {
      const { data } = await read(
        api.GET('/api/v2/policy-set-outcomes/{policy_set_outcome_id}/rules', {
          signal,
          params: { path: { policy_set_outcome_id: outcome }, query: { 'filter[policy]': policy } },
        }),
      );
      return data[0] ?? null;
    },
  });
