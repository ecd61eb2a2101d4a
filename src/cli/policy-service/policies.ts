// Policies and policy sets of a service, found by their names.
import type { QueryOf, Resource } from '../../../client/index.ts';
import type { Service } from '../client/service.ts';
import { NotChecked } from '../terminal/command.ts';
import type { OrganizationService } from './organization-service.ts';

/** The kinds of policies. */
export type Kind = Resource<'policies'>['attributes']['kind'];

const policiesPath = '/api/v2/organizations/{organization_name}/policies';

/** The policies of an organization, narrowed by parameters of their list. */
export const policiesOf = ({ client, params }: OrganizationService, query: QueryOf<typeof policiesPath> = {}) =>
  client.all(policiesPath, {
    params,
    query,
    needs: ['name', 'description', 'kind', 'enforcement-level', 'shadow'],
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

/** The policy sets of an organization whose names contain a text. */
export const policySetsOf = ({ client, params }: OrganizationService, search?: string) =>
  client.all('/api/v2/organizations/{organization_name}/policy-sets', {
    params,
    query: { 'search[name]': search },
    needs: setNeeds,
  });

export type PolicySet = Awaited<ReturnType<typeof policySetsOf>>[number];

/** The policy of this name; throws `NotChecked` where there is none. */
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
      : `${service.organization} has no policy ${name} of its own. These policy sets have the policies of a version: ${sets}. "tipstaff policy pull <folder> --organization ${service.organization} --set <set>" writes those into a folder.`,
  );
}

/** The set of this name with all of its relationships; undefined where there is none. */
export async function findPolicySet(service: OrganizationService, name: string): Promise<PolicySet | undefined> {
  const listed = (await policySetsOf(service, name)).find(({ attributes }) => attributes.name === name);
  if (listed === undefined) return undefined;
  const params = { policy_set_id: listed.id };
  return (await service.client.get('/api/v2/policy-sets/{policy_set_id}', { params, needs: setNeeds })).data;
}

/** The set of this name; throws `NotChecked` where there is none. */
export async function policySetNamed(service: OrganizationService, name: string): Promise<PolicySet> {
  const match = await findPolicySet(service, name);
  if (match !== undefined) return match;
  throw new NotChecked(
    `${service.organization} has no policy set ${name}: "tipstaff policy-set list" shows those that there are, "tipstaff policy-set apply" creates one.`,
  );
}

/** The policies that were added to a set one by one; none where they came in a version. */
export async function membersOf(
  service: OrganizationService,
  { relationships }: PolicySet,
): Promise<readonly Policy[]> {
  const ids = new Set(relationships.policies.data.map(({ id }) => id));
  return ids.size === 0 ? [] : (await policiesOf(service)).filter(({ id }) => ids.has(id));
}

/** The newest revisions of a policy, as many as a page has. */
export async function revisionsOf({ client }: Service, { id }: Policy) {
  const { data } = await client.get('/api/v2/policies/{policy_id}/revisions', {
    params: { policy_id: id },
    needs: ['number', 'size', 'created-at', 'is-current', 'created-by'],
  });
  return data.map(({ attributes }) => attributes);
}

/** The policies of a version of a set. */
export async function policiesOfVersion({ client }: Service, version: string) {
  const policies = await client.all('/api/v2/policy-set-versions/{policy_set_version_id}/policies', {
    params: { policy_set_version_id: version },
    needs: ['name', 'description', 'enforcement-level', 'shadow', 'query', 'path'],
  });
  return policies.map(({ attributes }) => attributes);
}

/** A policy as lists show it; those of a version have no identifiers to be read by. */
interface ListedPolicy {
  readonly name: string;
  readonly kind: Kind;
  readonly 'enforcement-level': string;
  readonly shadow: boolean;
  readonly id: string | null;
}

export const listed = ({ id, attributes: { name, kind, shadow, ...attributes } }: Policy): ListedPolicy => ({
  name,
  kind,
  'enforcement-level': attributes['enforcement-level'],
  shadow,
  id,
});

/** The policies of a set, whether they came one by one or in a version, and whether or not they have code. */
export async function listedInSet(service: OrganizationService, set: PolicySet): Promise<readonly ListedPolicy[]> {
  const version = set.relationships['current-version'].data;
  if (version === null) return (await membersOf(service, set)).map(listed);
  return (await policiesOfVersion(service, version.id)).map(({ name, shadow, ...policy }) => ({
    name,
    kind: set.attributes.kind,
    'enforcement-level': policy['enforcement-level'],
    shadow,
    id: null,
  }));
}
