import { many, nothing, one } from '../../../http/reply.ts';
import { includable, type Route, type Routes, route } from '../../../http/route.ts';
import { projectReaders } from '../../../kernel/permissions.ts';
import { organizationRights } from '../access.ts';
import type { Addressed } from '../organizations/addressed.ts';
import { inOrganization } from '../organizations/guard.ts';
import { tagsOfDocument } from '../tags/input.ts';
import { type TaggedRecords, tagRoutes } from '../tags/routes.ts';
import { inReadableOrganization } from '../team-access/place-access.ts';
import { type ProjectAccess, projectByNameFor, projectFor } from './access.ts';
import { createPayload, updatePayload } from './input.ts';
import { createProject, deleteProject, findProjectsByIds, listProjects, updateProject } from './projects.ts';
import { projectResource } from './resource.ts';
import { projectList } from './store.ts';

const ofOrganization = '/organizations/:organization_name/projects';
const include = ['organization', 'tag-bindings', 'effective-tag-bindings'];

const list = route('GET', ofOrganization, {
  operationId: 'listProjects',
  summary: 'List the projects of an organization',
  description:
    'Projects are sorted by name. A project is a registered name with tags that groups workspaces. A caller without a permission to read all projects gets those to which a team of the caller has access, and the projects of the workspaces to which such a team has access.',
  authorise: inReadableOrganization(projectReaders),
  query: { ...projectList.query, include },
  reply: many(projectResource),
  handle: (context, { subject, query }) => listProjects(context, subject, query),
});

const create = route('POST', ofOrganization, {
  operationId: 'createProject',
  summary: 'Create a project',
  description: 'Registers the name of a project. Projects group workspaces, and policy sets can apply to them.',
  authorise: inOrganization(organizationRights.projects.create),
  query: { include },
  payload: createPayload,
  creates: true,
  reply: one(projectResource, 201),
  handle: (context, { actor, subject, input: { attributes, relationships } }) =>
    createProject(context, actor, subject, { attributes, tags: tagsOfDocument(relationships) }),
});

const show = <const Path extends string>({ path, access, suffix }: Addressed<Path, ProjectAccess>) =>
  route('GET', path, {
    operationId: `readProject${suffix}`,
    summary: 'Show a project',
    description: 'Shows the name, the description and the tags of a project.',
    authorise: access('read'),
    query: { include },
    reply: one(projectResource),
    handle: (_context, { subject: { row, rights } }) => ({ ...row, rights }),
  });

const update = <const Path extends string>({ path, access, suffix }: Addressed<Path, ProjectAccess>) =>
  route('PATCH', path, {
    operationId: `updateProject${suffix}`,
    summary: 'Change a project',
    description: 'Changes the name, the description or all tags. Absent attributes keep their values.',
    authorise: access('update'),
    query: { include },
    payload: updatePayload,
    reply: one(projectResource),
    handle: (context, { actor, subject, input: { attributes, relationships } }) =>
      updateProject(context, actor, subject, { attributes, tags: tagsOfDocument(relationships) }),
  });

const remove = <const Path extends string>({ path, access, suffix }: Addressed<Path, ProjectAccess>): Route =>
  route('DELETE', path, {
    operationId: `deleteProject${suffix}`,
    summary: 'Delete a project',
    description:
      'Policy sets no longer apply to the project. The default project and projects with workspaces cannot be deleted.',
    authorise: access('delete'),
    reply: nothing,
    failures: [422],
    handle: (context, { actor, subject }) => deleteProject(context, actor, subject),
  });

const routesOf = <const Path extends string>(addressed: Addressed<Path, ProjectAccess>): Routes => [
  show(addressed),
  update(addressed),
  remove(addressed),
];

const tagged: TaggedRecords<ProjectAccess> = {
  noun: 'project',
  access:
    (action) =>
    (context, actor, _params, { params }) =>
      projectFor(action)(context, actor, { project_id: params.project_id ?? '' }),
  idsOf: ({ row }) => ({ own: row.tag_ids, effective: row.tag_ids, flat: null }),
  change: async (context, actor, access, tags) => {
    const row = await updateProject(context, actor, access, { attributes: {}, tags });
    return { row, rights: access.rights };
  },
};

export const projectRoutes: Routes = [
  list,
  create,
  ...routesOf({
    path: '/projects/:project_id',
    access: projectFor,
    suffix: '',
  }),
  ...routesOf({
    path: `${ofOrganization}/:project_name`,
    access: projectByNameFor,
    suffix: 'ByName',
  }),
  ...tagRoutes(tagged),
];

export const includableProjects = includable(projectResource, findProjectsByIds);
