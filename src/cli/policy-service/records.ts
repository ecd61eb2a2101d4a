// Policies and policy sets as a service shows them, match by their names.
import { type Static, Type } from 'typebox';
import type {
  ArchivedPolicyAttributes,
  PolicyAttributes,
  PolicySetAttributes,
  RevisionAttributes,
} from '../../domains/policies/commands.ts';
import { Nullable } from '../../jsonapi/schema.ts';
import { attributesOf } from '../client/record-schema.ts';
import { answerTo, recordsAt, type Service } from '../client/service-client.ts';
import { NotChecked } from '../terminal/command.ts';

/** A service and the organization that a command is about. */
export interface Home {
  readonly service: Service;
  readonly organization: string;
}

const policy = Type.Object({
  id: Type.String(),
  attributes: attributesOf<PolicyAttributes>()('name', 'description', 'kind', 'enforcement-level', 'shadow'),
});

export type Policy = Static<typeof policy>;

const relationship = Type.Object({ data: Type.Array(Type.Object({ id: Type.String() })) });

const policySet = Type.Object({
  id: Type.String(),
  attributes: attributesOf<PolicySetAttributes>()(
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
  ),
  relationships: Type.Object({
    policies: relationship,
    workspaces: relationship,
    projects: relationship,
    'workspace-exclusions': relationship,
    'project-exclusions': relationship,
    'current-version': Type.Object({ data: Nullable(Type.Object({ id: Type.String() })) }),
  }),
});

export type PolicySet = Static<typeof policySet>;

const revision = Type.Object({
  attributes: attributesOf<RevisionAttributes>()('number', 'size', 'created-at', 'is-current', 'created-by'),
});

export type Revision = Static<typeof revision>['attributes'];

/** The two kinds of policies; one of them has other words in other vocabularies. */
export type Kind = 'opa' | 'native';
export const kindOf = (word: string): Kind => (word === 'opa' ? 'opa' : 'native');

export const inOrganization = ({ organization }: Home, rest: string): string =>
  `/api/v2/organizations/${encodeURIComponent(organization)}/${rest}`;

const searched = (name: string | undefined): string =>
  name === undefined ? '' : `?search%5Bname%5D=${encodeURIComponent(name)}`;

/** The policies of an organization, narrowed by parameters of their list. */
export function policiesOf(
  home: Home,
  parameters: Readonly<Record<string, string | undefined>> = {},
): Promise<readonly Policy[]> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
  return recordsAt(home.service, inOrganization(home, query.size === 0 ? 'policies' : `policies?${query}`), policy);
}

export const policySetsOf = (home: Home, search?: string): Promise<readonly PolicySet[]> =>
  recordsAt(home.service, inOrganization(home, `policy-sets${searched(search)}`), policySet);

/** The policy of this name; throws `NotChecked` where there is none. */
export async function policyNamed(home: Home, name: string): Promise<Policy> {
  const match = (await policiesOf(home, { 'search[name]': name })).find(({ attributes }) => attributes.name === name);
  if (match !== undefined) return match;
  const versioned = (await policySetsOf(home)).filter(
    ({ relationships }) => relationships['current-version'].data !== null,
  );
  const sets = versioned.map(({ attributes }) => attributes.name).join(', ');
  throw new NotChecked(
    sets === ''
      ? `${home.organization} has no policy ${name}.`
      : `${home.organization} has no policy ${name} of its own. These policy sets have the policies of a version: ${sets}. "tipstaff policy pull <folder> --organization ${home.organization} --set <set>" writes those into a folder.`,
  );
}

/** The set of this name with all of its relationships; undefined where there is none. */
export async function findPolicySet(home: Home, name: string): Promise<PolicySet | undefined> {
  const listed = (await policySetsOf(home, name)).find(({ attributes }) => attributes.name === name);
  if (listed === undefined) return undefined;
  const path = `/api/v2/policy-sets/${listed.id}`;
  return (await answerTo(home.service, { path }, Type.Object({ data: policySet }))).data;
}

/** The set of this name; throws `NotChecked` where there is none. */
export async function policySetNamed(home: Home, name: string): Promise<PolicySet> {
  const match = await findPolicySet(home, name);
  if (match !== undefined) return match;
  throw new NotChecked(
    `${home.organization} has no policy set ${name}: "tipstaff policy-set list" shows those that there are, "tipstaff policy-set apply" creates one.`,
  );
}

/** The policies that were added to a set one by one; none where they came in a version. */
export async function membersOf(home: Home, { relationships }: PolicySet): Promise<readonly Policy[]> {
  const ids = new Set(relationships.policies.data.map(({ id }) => id));
  return ids.size === 0 ? [] : (await policiesOf(home)).filter(({ id }) => ids.has(id));
}

/** The newest revisions of a policy, as many as a page has. */
export async function revisionsOf({ service }: Home, { id }: Policy): Promise<readonly Revision[]> {
  const path = `/api/v2/policies/${id}/revisions`;
  const { data } = await answerTo(service, { path }, Type.Object({ data: Type.Array(revision) }));
  return data.map(({ attributes }) => attributes);
}

const named = Type.Object({ id: Type.String(), attributes: attributesOf<{ readonly name: string }>()('name') });

/** The workspaces or projects of the organization, by their names. */
export const placesOf = (home: Home, type: 'workspaces' | 'projects'): Promise<readonly Static<typeof named>[]> =>
  recordsAt(home.service, inOrganization(home, type), named);

/** The identifier of a workspace of the organization; throws `NotChecked` where there is none. */
export async function workspaceNamed(home: Home, name: string): Promise<string> {
  const match = (await placesOf(home, 'workspaces')).find(({ attributes }) => attributes.name === name);
  if (match === undefined)
    throw new NotChecked(
      `${home.organization} has no workspace ${name}. "tipstaff workspace list --organization ${home.organization}" lists the names.`,
    );
  return match.id;
}

const archivedPolicy = Type.Object({
  attributes: attributesOf<ArchivedPolicyAttributes>()(
    'name',
    'description',
    'enforcement-level',
    'shadow',
    'query',
    'path',
  ),
});

/** The policies of a version of a set. */
export const policiesOfVersion = async ({ service }: Home, version: string) =>
  (await recordsAt(service, `/api/v2/policy-set-versions/${version}/policies`, archivedPolicy)).map(
    ({ attributes }) => attributes,
  );

/** A policy as lists show it; those of a version have no identifiers to be read by. */
export interface ListedPolicy {
  readonly name: string;
  readonly kind: Kind;
  readonly 'enforcement-level': string;
  readonly shadow: boolean;
  readonly id: string | null;
}

export const listed = ({ id, attributes: { name, kind, shadow, ...attributes } }: Policy): ListedPolicy => ({
  name,
  kind: kindOf(kind),
  'enforcement-level': attributes['enforcement-level'],
  shadow,
  id,
});

/** The policies of a set, whether they came one by one or in a version, and whether or not they have code. */
export async function listedInSet(home: Home, set: PolicySet): Promise<readonly ListedPolicy[]> {
  const version = set.relationships['current-version'].data;
  if (version === null) return (await membersOf(home, set)).map(listed);
  return (await policiesOfVersion(home, version.id)).map(({ name, shadow, ...policy }) => ({
    name,
    kind: kindOf(set.attributes.kind),
    'enforcement-level': policy['enforcement-level'],
    shadow,
    id: null,
  }));
}
