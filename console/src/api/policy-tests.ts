// The tests of a policy: a file of Rego beside its code.
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, type Resource, read, send } from './client.ts';
import { readText, sentAsText } from './files.ts';
import { readCodeInForce, readWhenOpened } from './policies.ts';
import { keyOf } from './query-key.ts';

export type TestOutcome = Resource<'policy-code-checks'>['attributes']['tests'][number];
export type Coverage = NonNullable<Resource<'policy-code-checks'>['attributes']['coverage']>;

const ofPolicy = (id: string) => ({ params: { path: { policy_id: id } } });

/** The stored tests; null while there are none. */
export const readTests = (id: string): Promise<string | null> =>
  readText(api.GET('/api/v2/policies/{policy_id}/tests', { ...ofPolicy(id), parseAs: 'text' }));

/** The code and its tests as they are when a page opens. */
export const openedTestsQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf('policy', id, 'tests'),
    queryFn: async () => {
      const [{ code }, tests] = await Promise.all([readCodeInForce(id), readTests(id)]);
      return { code, tests };
    },
    ...readWhenOpened,
  });

const draftKey = (id: string) => keyOf('policy', id, 'tests-draft');

/** Hands tests that were made elsewhere to the page of tests, or none any more. */
export const draftTests = (queryClient: QueryClient, id: string, tests: string | null): void => {
  queryClient.setQueryData(draftKey(id), tests);
};

/** The tests that were made elsewhere and are not saved; null without any. */
export const draftedTests = (queryClient: QueryClient, id: string): string | null =>
  queryClient.getQueryData<string | null>(draftKey(id)) ?? null;

/** Stores tests in place of the former ones. */
export const uploadTests = (id: string, tests: string) =>
  read(api.PUT('/api/v2/policies/{policy_id}/tests', { ...ofPolicy(id), body: tests, ...sentAsText }));

export const deleteTests = (id: string) => send(api.DELETE('/api/v2/policies/{policy_id}/tests', ofPolicy(id)));
