// Tests of a policy. They are stored as one Rego file, separate from the policy's code.
import { queryOptions } from '@tanstack/react-query';
import { client, type Resource } from './client.ts';
import { type Policy, readCodeInForce, readWhenOpened, textOf } from './policies.ts';
import { calling, deleting } from './query.ts';
import { queryClient } from './query-client.ts';
import { keyOf } from './query-key.ts';

export type TestOutcome = Resource<'policy-code-checks'>['attributes']['tests'][number];
export type Coverage = NonNullable<Resource<'policy-code-checks'>['attributes']['coverage']>;

const tests = '/api/v2/policies/{policy_id}/tests';

/** Returns the stored tests. Null if the policy has no tests. */
export const readTests = (id: string): Promise<string | null> =>
  textOf(client.download(tests, { params: { policy_id: id } }));

/** A policy's code and tests at the time when the page was opened. Tests are read only if the policy has some. */
export const openedTestsQuery = ({ id, attributes }: Policy) =>
  queryOptions({
    queryKey: keyOf('policy', id, 'tests'),
    queryFn: async () => {
      const hasTests = attributes['test-result'] !== null;
      const [{ code }, tests] = await Promise.all([readCodeInForce(id), hasTests ? readTests(id) : null]);
      return { code, tests };
    },
    ...readWhenOpened,
  });

const draftKey = (id: string) => keyOf('policy', id, 'tests-draft');

/** Stores unsaved tests in the cache, so that another page can pass them to the tests page. Null discards them. */
export const draftTests = (id: string, tests: string | null): void => {
  queryClient.setQueryData(draftKey(id), tests);
};

/** Returns the unsaved tests that another page stored. Null if there are none. */
export const draftedTests = (id: string): string | null =>
  queryClient.getQueryData<string | null>(draftKey(id)) ?? null;

/** Uploads tests. They replace the existing tests. */
export const uploadTests = calling('put', tests);

export const deleteTests = deleting(tests);
