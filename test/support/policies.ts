// Policies and policy sets, made as clients make them.
import assert from 'node:assert/strict';
import { documentOf, identifiers } from './documents.ts';
import type { Home } from './world.ts';

/** The document that creates a policy. */
export const policyDocument = (attributes: object, policySetIds?: readonly string[]) =>
  documentOf('policies', attributes, policySetIds && { 'policy-sets': identifiers('policy-sets', ...policySetIds) });

/** Creates a policy, native and advisory by default, and gives its identifier. */
export const newPolicy = async (
  { client, name: home }: Pick<Home, 'client' | 'name'>,
  name: string,
  attributes: object = {},
) => {
  const document = policyDocument({ name, 'enforcement-level': 'advisory', ...attributes });
  const { status, body } = await client.post(`/organizations/${home}/policies`, document);
  assert.equal(status, 200);
  return String(body.data.id);
};

/** Creates a policy set with these policies, native by default, and gives its identifier. */
export const newPolicySet = async (
  { client, name: home }: Pick<Home, 'client' | 'name'>,
  name: string,
  attributes: object = {},
  policyIds: readonly string[] = [],
) => {
  const document = documentOf(
    'policy-sets',
    { name, ...attributes },
    { policies: identifiers('policies', ...policyIds) },
  );
  const { status, body } = await client.post(`/organizations/${home}/policy-sets`, document);
  assert.equal(status, 201);
  return String(body.data.id);
};
