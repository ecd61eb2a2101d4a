// Builds plans with resource changes, and reads the changes that an evaluation stores.
import assert from 'node:assert/strict';
import { documentOf } from './documents.ts';
import { newOpaPolicy, opaSet } from './evaluations.ts';
import type { Home } from './world.ts';

/** Policy that reports the address of every resource in a plan. */
const code = `package resources

deny contains each.address if some each in input.plan.resource_changes
deny contains each.address if some each in input.plan.resource_drift
deny contains each.resource_change.address if some each in input.plan.deferred_changes
`;

/** Creates a policy set with a policy that reports every resource of a plan. Returns the policy's id. */
export const namingPolicy = async (home: Home): Promise<string> => {
  const policy = await newOpaPolicy(home, 'resources', { source: code, rule: 'data.resources.deny' });
  await opaSet(home, 'all', [policy], { global: true });
  return policy;
};

/** Sets whether evaluations store the values of changed attributes. */
export const keepValues = async ({ client, name }: Pick<Home, 'client' | 'name'>, isKept = true): Promise<void> => {
  const document = documentOf('organizations', { 'evaluation-change-values-enabled': isKept });
  const { status, body } = await client.patch(`/organizations/${name}`, document);
  assert.equal(status, 200, JSON.stringify(body));
};

/** Returns a page of the resource changes in an evaluation. */
export const changesOf = async ({ client }: Pick<Home, 'client'>, evaluation: string, parameters = '') => {
  const { status, body } = await client.get(`/policy-evaluations/${evaluation}/changes${parameters}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};

const flags = { before_sensitive: {}, after_sensitive: {}, after_unknown: {} };

/**
 * Returns a resource change for a plan. The address consists of a type and a name, and optionally a module and a key.
 */
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

/** Returns a plan with the given resource changes. */
export const planWith = (resource_changes: readonly object[], members: object = {}): string =>
  JSON.stringify({ format_version: '1.2', terraform_version: '1.14.3', resource_changes, ...members });

/** Change of one attribute, and a plan that contains it. */
export const updated = { actions: ['update'], before: { acl: 'private' }, after: { acl: 'public-read' } };
export const bucket = planWith([changed('aws_s3_bucket.logs', updated)]);
