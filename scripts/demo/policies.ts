// Policies, policy sets and workspaces of the demo.
import { readFile } from 'node:fs/promises';
import { type Api, allRelated, documentOf, related } from './client.ts';
import type { OrganizationName, People } from './people.ts';

const codeOf = (name: string): Promise<string> => readFile(new URL(`policies/${name}.rego`, import.meta.url), 'utf8');

/** Policy of the demo, with the Rego package of its code and its enforcement level. */
interface Policy {
  readonly name: string;
  readonly file: string;
  readonly level: 'mandatory' | 'advisory';
  readonly shadow?: boolean;
}

const buckets: Policy = { name: 'no-public-buckets', file: 'buckets', level: 'mandatory' };
const volumes: Policy = { name: 'encrypted-volumes', file: 'volumes', level: 'mandatory' };
const ssh: Policy = { name: 'no-open-ssh', file: 'ssh', level: 'mandatory' };
const ownerTag: Policy = { name: 'owner-tag', file: 'owners', level: 'advisory' };
const instances: Policy = { name: 'instance-size', file: 'instances', level: 'advisory' };
const regions: Policy = { name: 'allowed-regions', file: 'regions', level: 'mandatory', shadow: true };

/** Policy set of the demo. The set is global unless it names a project. */
interface PolicySet {
  readonly name: string;
  readonly description: string;
  readonly policies: readonly Policy[];
  readonly project?: string;
  readonly overridable: boolean;
}

const sets: Readonly<Record<OrganizationName, readonly PolicySet[]>> = {
  platform: [
    {
      name: 'baseline',
      description: 'Applies to every plan.',
      policies: [buckets, volumes, ownerTag],
      overridable: true,
    },
    {
      name: 'network',
      description: 'Policies that cannot be overridden.',
      policies: [ssh],
      project: 'network',
      overridable: false,
    },
    {
      name: 'trial',
      description: 'Policies on trial, before they become mandatory.',
      policies: [regions],
      project: 'network',
      overridable: true,
    },
    {
      name: 'cost',
      description: 'Cost limits for machines.',
      policies: [instances],
      project: 'apps',
      overridable: true,
    },
  ],
  payments: [
    {
      name: 'baseline',
      description: 'Applies to every plan.',
      policies: [buckets, volumes, ownerTag],
      overridable: true,
    },
  ],
};

/** Workspace whose plans are evaluated. */
export interface Workspace {
  readonly name: string;
  readonly project: string;
  readonly tags: Readonly<Record<string, string>>;
}

export const workspaces: Readonly<Record<OrganizationName, readonly Workspace[]>> = {
  platform: [
    { name: 'network-prod', project: 'network', tags: { stage: 'production', team: 'network' } },
    { name: 'network-staging', project: 'network', tags: { stage: 'staging', team: 'network' } },
    { name: 'web-prod', project: 'apps', tags: { stage: 'production', team: 'web' } },
    { name: 'web-staging', project: 'apps', tags: { stage: 'staging', team: 'web' } },
    { name: 'data-prod', project: 'apps', tags: { stage: 'production', team: 'data' } },
  ],
  payments: [
    { name: 'ledger-prod', project: 'ledger', tags: { stage: 'production', team: 'ledger' } },
    { name: 'ledger-staging', project: 'ledger', tags: { stage: 'staging', team: 'ledger' } },
  ],
};

/** Resource identifiers by organization and name, such as `platform/baseline`. */
export type Ids = ReadonlyMap<string, string>;

async function newPlaces(owner: Api, organization: OrganizationName): Promise<Ids> {
  const path = `/organizations/${organization}`;
  const projects = new Map<string, string>();
  const ids = new Map<string, string>();
  for (const { name, project, tags } of workspaces[organization]) {
    const known =
      projects.get(project) ?? (await owner.post(`${path}/projects`, documentOf('projects', { name: project }))).id;
    projects.set(project, known);
    const bindings = Object.entries(tags).map(([key, value]) => ({ type: 'tag-bindings', attributes: { key, value } }));
    const relationships = { project: related('projects', known), 'tag-bindings': { data: bindings } };
    const description = `Resources of team ${tags.team} in ${tags.stage}`;
    const document = documentOf('workspaces', { name, description }, relationships);
    const workspace = await owner.post(`${path}/workspaces`, document);
    ids.set(`${organization}/${name}`, workspace.id);
  }
  for (const [name, id] of projects) ids.set(`${organization}/project/${name}`, id);
  return ids;
}

async function newPolicy(author: Api, organization: OrganizationName, policy: Policy): Promise<string> {
  const { name, file, level: enforcement, shadow = false } = policy;
  const attributes = { name, kind: 'opa', query: `data.${file}.deny`, 'enforcement-level': enforcement, shadow };
  const { id } = await author.post(`/organizations/${organization}/policies`, documentOf('policies', attributes));
  await author.put(`/policies/${id}/upload`, await codeOf(file));
  return id;
}

async function newPolicies(
  author: Api,
  organization: OrganizationName,
  places: Ids,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const { name, description, policies, project, overridable } of sets[organization]) {
    for (const policy of policies) {
      const id = await newPolicy(author, organization, policy);
      ids.set(`${organization}/${policy.name}`, id);
    }
    const members = policies.map((policy) => ids.get(`${organization}/${policy.name}`) ?? '');
    const attributes = { name, description, kind: 'opa', global: project === undefined, overridable };
    const relationships = {
      policies: allRelated('policies', members),
      ...(project !== undefined && {
        projects: allRelated('projects', [places.get(`${organization}/project/${project}`) ?? '']),
      }),
    };
    const set = await author.post(
      `/organizations/${organization}/policy-sets`,
      documentOf('policy-sets', attributes, relationships),
    );
    ids.set(`${organization}/set/${name}`, set.id);
  }
  return ids;
}

/** Creates the projects, workspaces, policies and policy sets of both organizations. */
export async function newGovernance(people: People): Promise<Ids> {
  const platform = await newPlaces(people.as('olivia'), 'platform');
  const payments = await newPlaces(people.as('pia'), 'payments');
  const policies = await newPolicies(people.as('sam'), 'platform', platform);
  const others = await newPolicies(people.as('pia'), 'payments', payments);
  const ids = new Map([...platform, ...payments, ...policies, ...others]);
  await people.as('paul').put(`/policies/${ids.get('platform/no-public-buckets')}/tests`, await codeOf('buckets_test'));
  return ids;
}

/** New version of a policy's code, with the file and the message of the upload. */
interface Upload {
  readonly file: string;
  readonly message: string;
}

/** Uploads a new version of a policy's code. */
export const uploadCode = async (author: Api, policy: string | undefined, upload: Upload): Promise<void> => {
  const message = new URLSearchParams({ message: upload.message });
  await author.put(`/policies/${policy}/upload?${message}`, await codeOf(upload.file));
};
