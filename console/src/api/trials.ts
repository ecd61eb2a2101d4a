// Trials. A trial evaluates unsaved policy code with one input.
import { client, type Resource } from './client.ts';

export type Trial = Resource<'policy-trials'>;

/** Maximum size of a plan in bytes, leaving space for the code in the same request. */
export const maxPlanBytes = 900_000;

export type TrialInput =
  | { readonly kind: 'last-failure' }
  | { readonly kind: 'recorded'; readonly id: string }
  | { readonly kind: 'plan'; readonly plan: string };

interface Draft {
  readonly code: string;
  readonly input: TrialInput;
  /** Index of the element in the policy's output for which the service generates a test. */
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
  const params = { policy_id: policy };
  return (await client.post('/api/v2/policies/{policy_id}/actions/try', { params, body: { data }, exact: true })).data;
}
