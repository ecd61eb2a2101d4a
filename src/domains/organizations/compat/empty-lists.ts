// Lists of resources that this service does not have. Standard clients read these lists before they send other
// requests, so each route returns an empty page.
import { many } from '../../../http/reply.ts';
import { type Routes, route } from '../../../http/route.ts';
import { resource } from '../../../jsonapi/resource.ts';
import { emptyPage } from '../../../kernel/page.ts';
import { organizationRights } from '../access.ts';
import { inOrganization } from '../organizations/guard.ts';
import { workspaceFor } from '../workspaces/access.ts';
import { workspaceResource } from '../workspaces/resource.ts';

/**
 * For each list: last path segment, resource type, operation ID, name in the documentation, and the filter parameters
 * that clients send.
 */
const absentInOrganizations = [
  ['ssh-keys', 'ssh-keys', 'listSshKeys', 'SSH keys', []],
  ['oauth-clients', 'oauth-clients', 'listOauthClients', 'connections to version control', []],
  [
    'agent-pools',
    'agent-pools',
    'listAgentPools',
    'agent pools',
    ['filter[allowed_workspaces][name]', 'filter[allowed_projects][name]'],
  ],
  ['varsets', 'varsets', 'listVariableSets', 'variable sets', []],
  ['tasks', 'tasks', 'listRunTasks', 'run tasks', []],
  ['stacks', 'stacks', 'listStacks', 'stacks', ['filter[project][id]', 'search[name]']],
] as const;

const described = (words: string, filters: readonly string[]) => ({
  summary: `List ${words} (always empty)`,
  description:
    'The list is always empty, because this service does not run plans. Standard clients read this list before other requests.',
  query: { paginated: true, parameters: filters },
});

/** Returns a resource of a type that has no records. */
const absent = (type: string) => resource<{ readonly id: string }>({ type, attributes: {} });

const inOrganizations = absentInOrganizations.map(([end, type, operationId, words, filters]) =>
  route('GET', `/organizations/:organization_name/${end}`, {
    operationId,
    ...described(words, filters),
    authorise: inOrganization(organizationRights.organizations.read),
    reply: many(absent(type)),
    handle: (_context, { query }) => emptyPage(query.page),
  }),
);

const gpgKeys = route('GET', '/api/registry/private/v2/gpg-keys', {
  isRoot: true,
  rateLimit: 'api',
  operationId: 'listGpgKeys',
  ...described('GPG keys', ['filter[namespace]']),
  reply: many(absent('gpg-keys')),
  handle: (_context, { query }) => emptyPage(query.page),
});

/** The list is always empty: this service stores no state, so no workspace can read the state of another workspace. */
const stateConsumers = route('GET', '/workspaces/:workspace_id/relationships/remote-state-consumers', {
  operationId: 'listRemoteStateConsumers',
  summary: 'List the workspaces that read the state of a workspace (always empty)',
  description:
    'The list is always empty, because this service stores no state. Standard clients read this list for every workspace.',
  authorise: workspaceFor('read'),
  query: { paginated: true },
  reply: many(workspaceResource),
  handle: (_context, { query }) => emptyPage(query.page),
});

export const emptyListRoutes: Routes = [...inOrganizations, gpgKeys, stateConsumers];
