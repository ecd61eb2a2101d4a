import { Type } from 'typebox';
import { many, nothing, one } from '../../../http/reply.ts';
import { includable, type RouteFactory, route } from '../../../http/route.ts';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { requireMember, requireOrganizationCreator, requireOwner } from './access.ts';
import { shownOrganization } from './effective.ts';
import { newOrganization, organizationChanges } from './input.ts';
import {
  createOrganization,
  deleteOrganization,
  findOrganizationsByNames,
  listOrganizations,
  updateOrganization,
} from './organizations.ts';
import { organizationResource } from './resource.ts';

const list: RouteFactory = () =>
  route({
    method: 'GET',
    path: '/organizations',
    summary: 'List the organizations that the caller belongs to',
    caller: 'token',
    query: { paginated: true, plain: ['q'], search: ['name'] },
    reply: many(organizationResource),
    handle: async (context, { actor, query }) => {
      const page = await listOrganizations(context, actor, query);
      return { ...page, rows: page.rows.map((row) => shownOrganization(context, row)) };
    },
  });

const create: RouteFactory = () =>
  route({
    method: 'POST',
    path: '/organizations',
    summary: 'Create an organization and become its owner',
    caller: 'user',
    authorise: requireOrganizationCreator,
    payload: documentPayload({ type: 'organizations', attributes: Type.Object(newOrganization) }),
    reply: one(organizationResource, 201),
    handle: async (context, { actor, input }) =>
      shownOrganization(context, await createOrganization(context, actor, input.attributes)),
  });

const show: RouteFactory = () =>
  route({
    method: 'GET',
    path: '/organizations/:organization_name',
    summary: 'Show an organization',
    caller: 'token',
    authorise: (context, actor, { organization_name }) => requireMember(context, actor, organization_name),
    reply: one(organizationResource),
    handle: (context, { subject }) => shownOrganization(context, subject.organization),
  });

const update: RouteFactory = () =>
  route({
    method: 'PATCH',
    path: '/organizations/:organization_name',
    summary:
      "Change an organization's name, e-mail address, timeouts, and whether it estimates costs, has its teams filled by single sign-on, and serves notices in deprecated modules",
    caller: 'token',
    authorise: (context, actor, { organization_name }) => requireOwner(context, actor, organization_name),
    payload: documentPayload({
      type: 'organizations',
      attributes: Type.Object(organizationChanges),
    }),
    reply: one(organizationResource),
    handle: async (context, { actor, subject, input }) =>
      shownOrganization(context, await updateOrganization(context, actor, subject.organization, input.attributes)),
  });

const remove: RouteFactory = () =>
  route({
    method: 'DELETE',
    path: '/organizations/:organization_name',
    summary: 'Delete an organization with everything in it',
    caller: 'token',
    authorise: (context, actor, { organization_name }) => requireOwner(context, actor, organization_name),
    reply: nothing,
    handle: (context, { actor, subject }) => deleteOrganization(context, actor, subject.organization),
  });

export const organizationRoutes: readonly RouteFactory[] = [list, create, show, update, remove];

export const includableOrganizations = includable(organizationResource, findOrganizationsByNames);
