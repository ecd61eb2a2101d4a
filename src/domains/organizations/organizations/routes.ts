import { requireCurrentOf } from '../../../http/etag.ts';
import { guarded, many, nothing, one } from '../../../http/reply.ts';
import { includable, route } from '../../../http/route.ts';
import { organizationRights } from '../access.ts';
import { shownOrganization } from './effective.ts';
import { inOrganization } from './guard.ts';
import { updatePayload } from './input.ts';
import {
  auditedOrganization,
  deleteOrganization,
  findOrganizationsByNames,
  listOrganizations,
  shownTo,
  shownWith,
  updateOrganization,
} from './organizations.ts';
import { organizationResource } from './resource.ts';
import { organizationsOfUser } from './store.ts';

const include = ['default-project'];

const list = route('GET', '/organizations', {
  operationId: 'listOrganizations',
  summary: 'List your organizations',
  description:
    'Lists the organizations that the caller belongs to, sorted by name. `q` searches names and e-mail addresses, `q[name]` only names, and `q[email]` only e-mail addresses.',
  query: { ...organizationsOfUser.query, include },
  reply: many(organizationResource),
  handle: async (context, { actor, query }) => {
    const page = await listOrganizations(context, actor, query);
    return { ...page, rows: await shownTo(context, actor, page.rows) };
  },
});

const show = route('GET', '/organizations/:organization_name', {
  operationId: 'readOrganization',
  summary: 'Show an organization',
  description: 'Shows an organization by its name. Only its members can see it.',
  authorise: inOrganization(organizationRights.organizations.read),
  query: { include },
  reply: guarded(one(organizationResource), auditedOrganization),
  handle: (context, { actor, subject }) => shownWith(context, actor, subject),
});

const update = route('PATCH', '/organizations/:organization_name', {
  operationId: 'updateOrganization',
  summary: 'Change an organization',
  description:
    'Changes the name, the e-mail address, the timeouts, the default project or what members are permitted to do. Absent attributes keep their values. If user tokens are not accepted, sessions and the tokens of teams and of the organization still work.',
  authorise: inOrganization(organizationRights.organizations.update),
  payload: updatePayload,
  failures: [412],
  reply: guarded(one(organizationResource), auditedOrganization),
  handle: async (context, { actor, subject: { organization, rights }, input, request }) => {
    const changed = await updateOrganization(context, actor, organization, {
      attributes: input.attributes,
      defaultProjectId: input.relationships['default-project']?.data.id,
      requireCurrent: requireCurrentOf(request),
    });
    return shownOrganization(context, changed, rights);
  },
});

const remove = route('DELETE', '/organizations/:organization_name', {
  operationId: 'deleteOrganization',
  summary: 'Delete an organization',
  description: 'Deletes the organization and everything in it: policies, modules, teams, memberships and tokens.',
  authorise: inOrganization(organizationRights.organizations.delete),
  reply: nothing,
  handle: (context, { actor, subject }) => deleteOrganization(context, actor, subject.organization),
});

export const organizationRoutes = [list, show, update, remove];

export const includableOrganizations = includable(organizationResource, async (context, names, actor) =>
  shownTo(context, actor, await findOrganizationsByNames(context, names)),
);
