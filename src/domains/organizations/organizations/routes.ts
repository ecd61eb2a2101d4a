import { Type } from 'typebox';
import { many, nothing, one } from '../../../http/reply.ts';
import { includable, route } from '../../../http/route.ts';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { requireMember, requireOwner } from './access.ts';
import { shownOrganization } from './effective.ts';
import { organizations } from './entity.ts';
import {
  deleteOrganization,
  findOrganizationsByNames,
  listOrganizations,
  updateOrganization,
} from './organizations.ts';
import { organizationResource } from './resource.ts';

const list = route('GET', '/organizations', {
  operationId: 'listOrganizations',
  summary: 'List your organizations',
  description: 'Lists the organizations that the caller belongs to, sorted by name.',
  query: { paginated: true, plain: ['q'], search: ['name'] },
  reply: many(organizationResource),
  handle: async (context, { actor, query }) => {
    const page = await listOrganizations(context, actor, query);
    return { ...page, rows: page.rows.map((row) => shownOrganization(context, row)) };
  },
});

const show = route('GET', '/organizations/:organization_name', {
  operationId: 'readOrganization',
  summary: 'Show an organization',
  description: 'Finds an organization by its name. Only its members see it.',
  authorise: (context, actor, { organization_name }) => requireMember(context, actor, organization_name),
  reply: one(organizationResource),
  handle: (context, { subject }) => shownOrganization(context, subject.organization),
});

const update = route('PATCH', '/organizations/:organization_name', {
  operationId: 'updateOrganization',
  summary: 'Change an organization',
  description:
    'Changes the name, the e-mail address, the timeouts, cost estimation, team management by single sign-on, or notices in deprecated modules. Attributes that are left out stay as they are.',
  authorise: (context, actor, { organization_name }) => requireOwner(context, actor, organization_name),
  payload: documentPayload({
    type: 'organizations',
    attributes: Type.Object(organizations.update),
  }),
  reply: one(organizationResource),
  handle: async (context, { actor, subject, input }) =>
    shownOrganization(context, await updateOrganization(context, actor, subject.organization, input.attributes)),
});

const remove = route('DELETE', '/organizations/:organization_name', {
  operationId: 'deleteOrganization',
  summary: 'Delete an organization',
  description: 'Deletes the organization and everything in it: policies, modules, teams, memberships and tokens.',
  authorise: (context, actor, { organization_name }) => requireOwner(context, actor, organization_name),
  reply: nothing,
  handle: (context, { actor, subject }) => deleteOrganization(context, actor, subject.organization),
});

export const organizationRoutes = [list, show, update, remove];

export const includableOrganizations = includable(organizationResource, findOrganizationsByNames);
