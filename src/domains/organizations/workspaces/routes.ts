import { many, nothing, one } from '../../../http/reply.ts';
import { includable, type Route, type Routes, route } from '../../../http/route.ts';
import { runsNothing } from '../../../jsonapi/errors.ts';
import { workspaceReaders } from '../../../kernel/permissions.ts';
import type { Addressed } from '../organizations/addressed.ts';
import { flatTagRoutes, type TaggedRecords, tagRoutes } from '../tags/routes.ts';
import { inReadableOrganization } from '../team-access/place-access.ts';
import { creatingIn, type WorkspaceAccess, workspaceByNameFor, workspaceFor } from './access.ts';
import { createPayload, updatePayload, workspaceFrom } from './input.ts';
import { findWorkspacesByIds, listWorkspaces } from './lists.ts';
import { movingRoute } from './moving.ts';
import { workspaceResource } from './resource.ts';
import { workspaceList } from './store.ts';
import { createWorkspace, deleteWorkspace, updateWorkspace } from './workspaces.ts';

const ofOrganization = '/organizations/:organization_name/workspaces';
const include = ['organization', 'project', 'tag-bindings', 'effective-tag-bindings'];
/**
 * Relationships that only exist in a service that runs plans. Requests may `include` them, and they are always empty.
 */
const emptyInclude = [
  'current-configuration-version',
  'current-configuration-version.ingress-attributes',
  'current-run',
  'current-run.plan',
  'current-run.configuration-version',
  'current-run.configuration-version.ingress-attributes',
  'current-state-version',
  'locked-by',
  'outputs',
  'readme',
];

const list = route('GET', ofOrganization, {
  operationId: 'listWorkspaces',
  summary: 'List the workspaces of an organization',
  description:
    'Workspaces are sorted by name. A caller without a permission to read all workspaces gets those to which a team of the caller has access. Filters and searches by tag also match the tags that a workspace inherits from its project.',
  authorise: inReadableOrganization(workspaceReaders),
  query: { ...workspaceList.query, include, emptyInclude },
  reply: many(workspaceResource),
  handle: (context, { subject, query }) => listWorkspaces(context, subject, query),
});

/** Header that the Terraform command line sends when it creates a workspace to run plans remotely in it. */
const integrationHeader = 'x-terraform-integration';

const create = route('POST', ofOrganization, {
  operationId: 'createWorkspace',
  summary: 'Register a workspace',
  description:
    'Registers the name of a workspace, to which policy sets can apply. A caller without `manage-workspaces` may register workspaces only in a project to which a team of the caller has access with a level that includes registering workspaces. Such a caller cannot set tags, because tags determine which policy sets apply. Attributes that require a service that runs plans are refused.',
  authorise: creatingIn,
  query: { include, emptyInclude },
  payload: createPayload,
  creates: true,
  reply: one(workspaceResource, 201),
  handle: (context, { actor, subject, input, request }) => {
    if (request.headers[integrationHeader] !== undefined) throw runsNothing();
    const { row: organization, rights } = subject;
    return createWorkspace(context, actor, { organization, rights }, workspaceFrom(input));
  },
});

const show = <const Path extends string>({ path, access, suffix }: Addressed<Path, WorkspaceAccess>) =>
  route('GET', path, {
    operationId: `readWorkspace${suffix}`,
    summary: 'Show a workspace',
    description: 'Shows the name, the description, the project and the tags of a workspace.',
    authorise: access('read'),
    query: { include, emptyInclude },
    reply: one(workspaceResource),
    handle: (_context, { subject: { row, rights } }) => ({ ...row, rights }),
  });

const update = <const Path extends string>({ path, access, suffix }: Addressed<Path, WorkspaceAccess>) =>
  route('PATCH', path, {
    operationId: `updateWorkspace${suffix}`,
    summary: 'Change a workspace',
    description: 'Changes the name, the description, the project or all tags. Absent attributes keep their values.',
    authorise: access('update'),
    query: { include, emptyInclude },
    payload: updatePayload,
    reply: one(workspaceResource),
    handle: (context, { actor, subject, input }) => updateWorkspace(context, actor, subject, workspaceFrom(input)),
  });

const remove = <const Path extends string>({ path, access, suffix }: Addressed<Path, WorkspaceAccess>): Route =>
  route('DELETE', path, {
    operationId: `deleteWorkspace${suffix}`,
    summary: 'Delete a workspace',
    description:
      'Policy sets no longer apply to the workspace. Resources that other tools manage under the name of the workspace are not affected.',
    authorise: access('delete'),
    reply: nothing,
    handle: (context, { actor, subject }) => deleteWorkspace(context, actor, subject),
  });

/**
 * Safe deletion. It is the same as a normal deletion, because workspaces in this service have no resources that could
 * be left behind.
 */
const safeRemove = <const Path extends string>({ path, access, suffix }: Addressed<Path, WorkspaceAccess>): Route =>
  route('POST', path, {
    operationId: `safeDeleteWorkspace${suffix}`,
    summary: 'Delete a workspace that manages no resources',
    description: 'This is the same as deleting the workspace, because workspaces in this service manage no resources.',
    authorise: access('delete'),
    reply: nothing,
    handle: (context, { actor, subject }) => deleteWorkspace(context, actor, subject),
  });

const routesOf = <const Path extends string>(addressed: Addressed<Path, WorkspaceAccess>): Routes => [
  show(addressed),
  update(addressed),
  remove(addressed),
];

type ById = Addressed<'/workspaces/:workspace_id', WorkspaceAccess>;
const addressedById: ById = {
  path: '/workspaces/:workspace_id',
  access: workspaceFor,
  suffix: '',
};

type ByName = Addressed<`${typeof ofOrganization}/:workspace_name`, WorkspaceAccess>;
const addressedByName: ByName = {
  path: `${ofOrganization}/:workspace_name`,
  access: workspaceByNameFor,
  suffix: 'ByName',
};

const tagged: TaggedRecords<WorkspaceAccess> = {
  noun: 'workspace',
  access:
    (action) =>
    (context, actor, _params, { params }) =>
      workspaceFor(action)(context, actor, { workspace_id: params.workspace_id ?? '' }),
  idsOf: ({ row }) => ({ own: row.tag_ids, effective: row.effective_tag_ids, flat: row.flat_tag_ids }),
  change: async (context, actor, access, tags) => {
    const row = await updateWorkspace(context, actor, access, { attributes: {}, projectId: undefined, tags });
    return { row, rights: access.rights };
  },
};

export const workspaceRoutes: Routes = [
  list,
  create,
  ...routesOf(addressedById),
  ...routesOf(addressedByName),
  safeRemove({ ...addressedById, path: '/workspaces/:workspace_id/actions/safe-delete' }),
  safeRemove({ ...addressedByName, path: `${ofOrganization}/:workspace_name/actions/safe-delete` }),
  ...tagRoutes(tagged),
  ...flatTagRoutes(tagged),
  movingRoute,
];

export const includableWorkspaces = includable(workspaceResource, findWorkspacesByIds);
