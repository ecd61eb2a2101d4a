// Finds policies and policy sets on a service by name.
import type { QueryOf, Resource } from '../../../client/index.ts';
import type { Introduction } from '../../kernel/introduction.ts';
import type { ServiceClient } from '../client/service.ts';
import { NotChecked } from '../terminal/command.ts';
import type { OrganizationService } from './organization-service.ts';

const policiesPath = '/api/v2/organizations/{organization_name}/policies';

/** Returns an organization's policies, filtered by the query parameters of the list endpoint. */
export const policiesOf = ({ client, params }: OrganizationService, query: QueryOf<typeof policiesPath> = {}) =>
  client.all(policiesPath, {
    params,
    query,
    needs: ['name', 'description', 'kind', 'enforcement-level', 'introduction'],
  });

export type Policy = Awaited<ReturnType<typeof policiesOf>>[number];

const setNeeds = [
  'name',
  'description',
  'kind',
  'global',
  'overridable',
  'shadow',
  'policies-path',
  'policy-count',
  'workspace-count',
  'project-count',
  'policies',
  'workspaces',
  'projects',
  'workspace-exclusions',
  'project-exclusions',
  'current-version',
] as const;

/** Returns an organization's policy sets whose names contain `search`. */
export const policySetsOf = ({ client, params }: OrganizationService, search?: string) =>
  client.all('/api/v2/organizations/{organization_name}/policy-sets', {
    params,
    query: { 'search[name]': search },
    needs: setNeeds,
  });

export type PolicySet = Awaited<ReturnType<typeof policySetsOf>>[number];

/** Returns the policy with the given name. Throws `NotChecked` if there is none. */
export async function policyNamed(service: OrganizationService, name: string): Promise<Policy> {
  const match = (await policiesOf(service, { 'search[name]': name })).find(
    ({ attributes }) => attributes.name === name,
  );
  if (match !== undefined) return match;
  const versioned = (await policySetsOf(service)).filter(
    ({ relationships }) => relationships['current-version'].data !== null,
  );
  const sets = versioned.map(({ attributes }) => attributes.name).join(', ');
  throw new NotChecked(
    sets === ''
      ? `${service.organization} has no policy ${name}.`
      : `${service.organization} has no policy ${name}. Policies that were pushed as a version of a policy set (${sets}) are not listed: to write these into a folder, run "tipstaff policy pull <folder> --organization ${service.organization} --set <set>".`,
  );
}

/** Returns the policy set with the given name and all of its relationships. Throws `NotChecked` if there is none. */
export async function policySetNamed(service: OrganizationService, name: string): Promise<PolicySet> {
  const listed = (await policySetsOf(service, name)).find(({ attributes }) => attributes.name === name);
  if (listed === undefined)
    throw new NotChecked(
      `${service.organization} has no policy set ${name}: "tipstaff policy-set list" shows the existing ones, "tipstaff apply" creates policy sets from files.`,
    );
  const params = { policy_set_id: listed.id };
  return (await service.client.get('/api/v2/policy-sets/{policy_set_id}', { params, needs: setNeeds })).data;
}

/** Returns the policies that were added to a set individually. Returns none if the set has a version. */
export async function membersOf(
  service: OrganizationService,
  { relationships }: PolicySet,
): Promise<readonly Policy[]> {
  const ids = new Set(relationships.policies.data.map(({ id }) => id));
  return ids.size === 0 ? [] : (await policiesOf(service)).filter(({ id }) => ids.has(id));
}

/** Returns a policy's newest revisions, which are the first page of the list. */
export async function revisionsOf({ client }: ServiceClient, { id }: Policy) {
  const { data } = await client.get('/api/v2/policies/{policy_id}/revisions', {
    params: { policy_id: id },
    needs: ['number', 'size', 'created-at', 'is-current', 'created-by'],
  });
  return data.map(({ attributes }) => attributes);
}

/** Returns the policies in a policy set version. */
export async function policiesOfVersion({ client }: ServiceClient, version: string) {
  const policies = await client.all('/api/v2/policy-set-versions/{policy_set_version_id}/policies', {
    params: { policy_set_version_id: version },
    needs: ['name', 'description', 'enforcement-level', 'introduction', 'query', 'path'],
  });
  return policies.map(({ attributes }) => attributes);
}

/** A policy in a list. A policy in a policy set version has no identifier and cannot be requested individually. */
interface ListedPolicy {
  readonly name: string;
  readonly kind: Resource<'policies'>['attributes']['kind'];
  readonly 'enforcement-level': string;
  readonly introduction: Introduction;
  readonly id: string | null;
}

export const listed = ({ id, attributes: { name, kind, introduction, ...attributes } }: Policy): ListedPolicy => ({
  name,
  kind,
  'enforcement-level': attributes['enforcement-level'],
  introduction,
  id,
});

/**
 * Returns all policies in a set, including policies without code. The policies were added individually or belong to the
 * set's current version.
 */
export async function listedInSet(service: OrganizationService, set: PolicySet): Promise<readonly ListedPolicy[]> {
  const version = set.relationships['current-version'].data;
  if (version === null) return (await membersOf(service, set)).map(listed);
  return (await policiesOfVersion(service, version.id)).map(({ name, introduction, ...policy }) => ({
    name,
    kind: set.attributes.kind,
    'enforcement-level': policy['enforcement-level'],
    introduction,
    id: null,
  }));
}
