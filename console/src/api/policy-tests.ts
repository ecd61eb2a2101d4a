// The tests of a policy: a file of Rego beside its code.
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { client, type Resource } from './client.ts';
import { readCodeInForce, readWhenOpened, textOf } from './policies.ts';
import { calling, deleting } from './query.ts';
import { keyOf } from './query-key.ts';

export type TestOutcome = Resource<'policy-code-checks'>['attributes']['tests'][number];
export type Coverage = NonNullable<Resource<'policy-code-checks'>['attributes']['coverage']>;

const tests = '/api/v2/policies/{policy_id}/tests';

/** The stored tests; null while there are none. */
export const readTests = (id: string): Promise<string | null> =>
  textOf(client.download(tests, { params: { policy_id: id } }));

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
export const uploadTests = calling('put', tests);

export const deleteTests = deleting(tests);
