// Simulates another service with this API. It responds as the public documentation of such services describes, with two
// records per page, and refuses the very first request as if it were busy.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Listening, listening } from './listening.ts';

export interface Double extends Listening {
  /** Method, path and token of each request. */
  readonly requests: readonly { readonly line: string; readonly token: string }[];
}

const reference = (type: string, id: string) => ({ data: { id, type } });
const references = (type: string, ...ids: readonly string[]) => ({ data: ids.map((id) => ({ id, type })) });

const organization = {
  id: 'acme',
  type: 'organizations',
  attributes: {
    name: 'acme',
    'external-id': 'org-WV6DfwfxxXvLfvfs',
    email: 'ops@acme.example',
    'collaborator-auth-policy': 'password',
    'session-timeout': null,
    'plan-expired': false,
    'plan-is-trial': false,
    'saml-enabled': false,
    'two-factor-conformant': false,
    'cost-estimation-enabled': true,
    'aggregated-commit-status-enabled': true,
    permissions: { 'can-update': true },
  },
  relationships: { 'default-project': reference('projects', 'prj-1') },
  links: { self: '/api/v2/organizations/acme' },
};

const membership = (id: string, email: string, ...teams: readonly string[]) => ({
  id,
  type: 'organization-memberships',
  attributes: { status: 'active', email, 'created-at': '2024-01-01T00:00:00.000Z' },
  relationships: {
    teams: references('teams', ...teams),
    user: reference('users', `user-${id}`),
    organization: reference('organizations', 'acme'),
  },
});

const permissions = {
  'manage-policies': true,
  'manage-workspaces': false,
  'manage-public-modules': true,
  'read-projects': true,
};

const team = (id: string, name: string) => ({
  id,
  type: 'teams',
  attributes: {
    name,
    'sso-team-id': null,
    'users-count': 1,
    visibility: 'organization',
    'allow-member-token-management': true,
    permissions: { 'can-update-membership': true },
    'organization-access': permissions,
  },
  relationships: { users: references('users'), 'authentication-token': { meta: {} } },
});

const project = (id: string, name: string) => ({
  id,
  type: 'projects',
  attributes: { name, description: name === 'Web' ? 'Shops' : null, 'auto-destroy-activity-duration': null },
  relationships: { organization: reference('organizations', 'acme') },
});

const workspace = (id: string, name: string, of: string, ...tags: readonly string[]) => ({
  id,
  type: 'workspaces',
  attributes: {
    name,
    'auto-apply': false,
    'execution-mode': 'remote',
    'terraform-version': '1.10.0',
    description: null,
    'tag-names': tags,
    'vcs-repo': null,
  },
  relationships: { project: reference('projects', of), organization: reference('organizations', 'acme') },
});

const policy = (id: string, attributes: object) => ({
  id,
  type: 'policies',
  attributes: { description: null, 'policy-set-count': 1, 'updated-at': '2024-01-01T00:00:00.000Z', ...attributes },
  relationships: {
    organization: reference('organizations', 'acme'),
    'policy-sets': references('policy-sets', 'polset-1'),
  },
  links: { self: `/api/v2/policies/${id}`, download: `/api/v2/policies/${id}/download` },
});

const set = (id: string, attributes: object, relationships: object) => ({
  id,
  type: 'policy-sets',
  attributes: {
    description: '',
    global: false,
    'policies-path': null,
    versioned: false,
    'vcs-repo': null,
    'agent-enabled': false,
    'policy-tool-version': null,
    overridable: true,
    'policy-count': 1,
    'workspace-count': 1,
    'project-count': 0,
    ...attributes,
  },
  relationships: {
    organization: reference('organizations', 'acme'),
    policies: references('policies'),
    workspaces: references('workspaces'),
    projects: references('projects'),
    'workspace-exclusions': references('workspaces'),
    ...relationships,
  },
});

const sets = [
  set(
    'polset-1',
    { name: 'baseline', kind: 'opa' },
    {
      policies: references('policies', 'pol-1'),
      workspaces: references('workspaces', 'ws-1', 'ws-gone'),
      'workspace-exclusions': references('workspaces', 'ws-2'),
    },
  ),
  set('polset-2', { name: 'sentinels', kind: 'sentinel', global: true }, { policies: references('policies', 'pol-2') }),
  set(
    'polset-3',
    { name: 'from-git', kind: 'opa', versioned: true, 'vcs-repo': { identifier: 'acme/policies', branch: '' } },
    { 'current-version': reference('policy-set-versions', 'polsetver-1') },
  ),
];

const parameter = (id: string, key: string, value: string | null, sensitive: boolean) => ({
  id,
  type: 'vars',
  attributes: { key, value, sensitive, category: 'policy-set' },
});

const access = (id: string, type: 'workspace' | 'project', place: string, attributes: object) => ({
  id,
  type: `team-${type}s`,
  attributes,
  relationships: { team: reference('teams', 'team-2'), [type]: reference(`${type}s`, place) },
});

/** Access of teams, by the path of the list and the identifier in its filter, without which it is refused. */
const accessLists: Readonly<Record<string, Readonly<Record<string, readonly object[]>>>> = {
  '/api/v2/team-workspaces': {
    'ws-1': [access('tws-1', 'workspace', 'ws-1', { access: 'custom', runs: 'apply', variables: 'write' })],
    'ws-2': [access('tws-2', 'workspace', 'ws-2', { access: 'plan', runs: 'plan' })],
    'ws-3': [],
  },
  '/api/v2/team-projects': {
    'prj-1': [],
    'prj-2': [access('tprj-1', 'project', 'prj-2', { access: 'admin', 'workspace-access': { runs: 'apply' } })],
  },
};

const accessListAt = ({ pathname, searchParams }: URL): readonly object[] | undefined => {
  const place = searchParams.get('filter[workspace][id]') ?? searchParams.get('filter[project][id]') ?? '';
  return accessLists[pathname]?.[place];
};

const lists: Readonly<Record<string, readonly object[]>> = {
  '/api/v2/organizations/acme/organization-memberships': [
    membership('ou-1', 'Lee@acme.example', 'team-1', 'team-2'),
    membership('ou-2', 'kim@acme.example', 'team-2'),
    membership('ou-3', 'max@acme.example'),
  ],
  '/api/v2/organizations/acme/teams': [team('team-1', 'owners'), team('team-2', 'platform')],
  '/api/v2/organizations/acme/projects': [project('prj-1', 'Default Project'), project('prj-2', 'Web')],
  '/api/v2/organizations/acme/workspaces': [
    workspace('ws-1', 'shop', 'prj-2', 'prod'),
    workspace('ws-2', 'edge', 'prj-1'),
    workspace('ws-3', 'docs', 'prj-1'),
  ],
  '/api/v2/organizations/acme/policies': [
    policy('pol-1', { name: 'tags', kind: 'opa', query: 'data.tags.deny', 'enforcement-level': 'mandatory' }),
    policy('pol-2', { name: 'sizes', kind: 'sentinel', enforce: [{ path: 'sizes.sentinel', mode: 'soft-mandatory' }] }),
  ],
  '/api/v2/organizations/acme/policy-sets': sets,
  '/api/v2/policy-sets/polset-1/parameters': [
    parameter('var-1', 'region', 'eu', false),
    parameter('var-2', 'token', null, true),
  ],
  '/api/v2/policy-sets/polset-2/parameters': [],
  '/api/v2/policy-sets/polset-3/parameters': [],
};

const documents: Readonly<Record<string, object>> = {
  '/api/v2/organizations/acme': organization,
  ...Object.fromEntries(sets.map((each) => [`/api/v2/policy-sets/${each.id}`, each])),
};

const texts: Readonly<Record<string, string>> = {
  '/archivist/tags': 'package tags\n\ndeny contains "none" if input.none\n',
  '/api/v2/policies/pol-2/download': 'main = rule { true }\n',
};

const pageSize = 2;

function pageOf(list: readonly object[], url: URL) {
  const page = Number(url.searchParams.get('page[number]') ?? '1');
  const pages = Math.max(Math.ceil(list.length / pageSize), 1);
  return {
    data: list.slice((page - 1) * pageSize, page * pageSize),
    meta: {
      pagination: {
        'current-page': page,
        'page-size': pageSize,
        'prev-page': page > 1 ? page - 1 : null,
        'next-page': page < pages ? page + 1 : null,
        'total-pages': pages,
        'total-count': list.length,
      },
    },
  };
}

const error = (status: number, title: string) => ({ errors: [{ status: String(status), title }] });

/** Returns the status, headers and body of the response to a request. */
function answerTo(
  url: URL,
  contentAddress: string,
): readonly [number, Readonly<Record<string, string>>, object | string] {
  const { pathname } = url;
  const json = { 'content-type': 'application/vnd.api+json; charset=utf-8', 'tfp-api-version': '2.6' };
  const list = lists[pathname] ?? accessListAt(url);
  if (pathname === '/api/v2/ping') return [204, json, ''];
  if (list !== undefined && url.searchParams.has('include'))
    return [400, json, { errors: [{ status: '400', title: 'bad request', detail: 'Invalid include parameter' }] }];
  if (list !== undefined) return [200, json, pageOf(list, url)];
  if (accessLists[pathname] !== undefined) return [400, json, error(400, 'invalid filter')];
  const document = documents[pathname];
  if (document !== undefined) return [200, json, { data: document }];
  if (pathname === '/api/v2/policies/pol-1/download')
    return [302, { location: `${contentAddress}/archivist/tags` }, ''];
  const text = texts[pathname];
  return text === undefined ? [404, json, error(404, 'not found')] : [200, { 'content-type': 'text/plain' }, text];
}

/**
 * Opens the simulated service. Clients download policy code from `contentAddress`, or from the service itself if it is
 * empty.
 */
export const openDouble = async (contentAddress = ''): Promise<Double> => {
  const requests: { line: string; token: string }[] = [];
  const respond = ({ method, url = '/', headers }: IncomingMessage, outgoing: ServerResponse) => {
    requests.push({ line: `${method} ${url}`, token: headers.authorization ?? '' });
    const [status, fields, body] =
      requests.length === 1
        ? ([429, { 'retry-after': '1' }, error(429, 'too many requests')] as const)
        : answerTo(new URL(url, 'http://double'), contentAddress);
    outgoing.writeHead(status, fields).end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  const gateway = await listening(createServer(respond));
  return { ...gateway, requests };
};
