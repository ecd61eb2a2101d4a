import { many } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { readablePlace } from '../../organizations/index.ts';
import { namespaceFor, versionFor } from '../registry/access.ts';
import { moduleUseResource, usersMeta } from './resource.ts';
import { moduleUseList } from './store.ts';
import { listModuleUses, listUsers } from './uses.ts';

const ofWorkspace = route('GET', '/workspaces/:workspace_id/modules', {
  operationId: 'listWorkspaceModules',
  summary: 'List the modules that a workspace uses',
  description:
    'Lists the versions of private modules that the workspace uses, sorted by module. They are determined from the last evaluated plan that counts for the workspace: an exact version is used itself, and a constraint selects the newest release that matched at the time of the evaluation. Modules that the organization may no longer use are left out. Reasons are truncated to 1,000 characters.',
  edition: 'hosted',
  authorise: (context, actor, { workspace_id }) => readablePlace(context, actor, 'workspace', workspace_id),
  query: moduleUseList.query,
  reply: many(moduleUseResource),
  handle: ({ database }, { subject: { id: workspace, organization }, query }) =>
    moduleUseList.read(database, query, { workspace, organization }),
});

const ofOrganization = route('GET', '/organizations/:organization_name/workspace-modules', {
  operationId: 'listModulesOfWorkspaces',
  summary: 'List the modules that the workspaces of an organization use',
  description:
    'Lists the versions of private modules that each workspace uses, sorted by workspace and module, as far as the caller may read the workspaces. With `filter[deprecated]=true`, the list shows which workspaces use a deprecated version.',
  edition: 'hosted',
  authorise: namespaceFor('list-workspaces'),
  query: moduleUseList.query,
  reply: many(moduleUseResource),
  handle: (context, { actor, subject, query }) => listModuleUses(context, actor, subject, { query }),
});

const ofVersion = route(
  'GET',
  '/organizations/:organization_name/registry-modules/private/:namespace/:module_name/:module_provider/:module_version/workspaces',
  {
    operationId: 'listModuleWorkspaces',
    summary: 'List the workspaces that use a version of a private module',
    description:
      'Lists the workspaces of the organization that use the version, sorted by name, as far as the caller may read them. `meta.workspace-count` is the number of workspaces in all organizations that use the version. It is null for callers who may not see the downloads of the version.',
    edition: 'hosted',
    authorise: versionFor('list-workspaces'),
    query: { ...moduleUseList.query, parameters: [], choices: {} },
    reply: many(moduleUseResource, usersMeta),
    handle: (context, { actor, subject, query }) => listUsers(context, actor, subject, query),
  },
);

export const moduleUseRoutes = [ofWorkspace, ofOrganization, ofVersion];
