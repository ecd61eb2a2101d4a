// Plans with findings about resources, and what an evaluation keeps of their changes.
import assert from 'node:assert/strict';
import { documentOf } from './documents.ts';
import { newOpaPolicy, opaSet } from './evaluations.ts';
import type { Home } from './world.ts';

/** A policy that finds something of each resource of a plan, by its address. */
const code = `package resources

deny contains each.address if some each in input.plan.resource_changes
deny contains each.address if some each in input.plan.resource_drift
deny contains each.resource_change.address if some each in input.plan.deferred_changes
`;

/** Creates a set with a policy that names every resource of a plan; answers the policy. */
export const namingPolicy = async (home: Home): Promise<string> => {
  const policy = await newOpaPolicy(home, 'resources', { source: code, rule: 'data.resources.deny' });
  await opaSet(home, 'all', [policy], { global: true });
  return policy;
};

/** Sets whether evaluations keep the values of changes. */
export const keepValues = async ({ client, name }: Pick<Home, 'client' | 'name'>, isKept = true): Promise<void> => {
  const document = documentOf('organizations', { 'evaluation-change-values-enabled': isKept });
  const { status, body } = await client.patch(`/organizations/${name}`, document);
  assert.equal(status, 200, JSON.stringify(body));
};

/** The page of the changes of an evaluation. */
export const changesOf = async ({ client }: Pick<Home, 'client'>, evaluation: string, parameters = '') => {
  const { status, body } = await client.get(`/policy-evaluations/${evaluation}/changes${parameters}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};

const flags = { before_sensitive: {}, after_sensitive: {}, after_unknown: {} };

/** A resource of a plan by its address, which is its type and its name, in a module or not, with or without a key. */
export const changed = (address: string, change: object, members: object = {}) => {
  const [, module, type = '', name = ''] = /^(?:(module\..*)\.)?(\w+)\.(\w+)(?:\[[^[]*\])?$/.exec(address) ?? [];
  return {
    address,
    ...(module !== undefined && { module_address: module }),
    ...{ mode: 'managed', type, name, provider_name: 'registry.terraform.io/hashicorp/aws' },
    ...members,
    change: { ...flags, ...change },
  };
};

/** A plan with these changes of resources. */
export const planWith = (resource_changes: readonly object[], members: object = {}): string =>
  JSON.stringify({ format_version: '1.2', terraform_version: '1.14.3', resource_changes, ...members });

/** A change of an attribute, and a plan with it. */
export const updated = { actions: ['update'], before: { acl: 'private' }, after: { acl: 'public-read' } };
export const bucket = planWith([changed('aws_s3_bucket.logs', updated)]);
