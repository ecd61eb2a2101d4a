// Drafts that are tried with one input.
import { queryOptions } from '@tanstack/react-query';
import { api, type Resource, read, readExactly } from './client.ts';
import { listQuery } from './list.ts';
import { keyOf } from './query-key.ts';

export type Trial = Resource<'policy-trials'>;

/** Number of recorded inputs that can be chosen: the newest. */
const maxInputs = 50;

export const recordedInputsQuery = (organization: string) =>
  queryOptions({
    queryKey: keyOf('policy-inputs', organization, 'newest'),
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/v2/organizations/{organization_name}/policy-inputs', {
          signal,
          params: { path: { organization_name: organization }, query: listQuery({}, { size: maxInputs }) },
        }),
      ),
  });

/** Maximum size of a plan in bytes: code goes with it. */
export const maxPlanBytes = 900_000;

/** Input of a trial. */
export type TrialInput =
  | { readonly kind: 'last-failure' }
  | { readonly kind: 'recorded'; readonly id: string }
  | { readonly kind: 'plan'; readonly plan: string };

interface Draft {
  readonly code: string;
  readonly input: TrialInput;
  /** Position of the member of the output that a test is made of. */
  readonly testOf?: number;
}

const relationshipsOf = (input: TrialInput) =>
  input.kind === 'recorded'
    ? { relationships: { 'policy-input': { data: { type: 'policy-inputs' as const, id: input.id } } } }
    : {};

export async function tryDraft(policy: string, { code, input, testOf }: Draft): Promise<Trial> {
  const attributes = {
    code,
    ...(input.kind === 'last-failure' && { 'last-failure': true }),
    ...(input.kind === 'plan' && { plan: input.plan }),
    ...(testOf !== undefined && { 'test-of': testOf }),
  };
  const data = { type: 'policy-trials' as const, attributes, ...relationshipsOf(input) };
  const request = api.POST('/api/v2/policies/{policy_id}/actions/try', {
    parseAs: 'text',
    params: { path: { policy_id: policy } },
    body: { data },
  });
  return (await readExactly<{ readonly data: Trial }>(request)).data;
}
