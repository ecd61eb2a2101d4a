import { one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { owner, requireOrganizationCreator } from '../organizations/access.ts';
import { shownOrganization } from '../organizations/effective.ts';
import { creationPayload } from '../organizations/input.ts';
import { organizationResource } from '../organizations/resource.ts';
import { createOrganization } from './creation.ts';

const create = route('POST', '/organizations', {
  operationId: 'createOrganization',
  summary: 'Create an organization',
  description: 'The caller becomes its owner. An administrator of the site may restrict who creates organizations.',
  caller: 'user',
  authorise: requireOrganizationCreator,
  payload: creationPayload,
  creates: true,
  reply: one(organizationResource, 201),
  handle: async (context, { actor, input }) =>
    shownOrganization(context, await createOrganization(context, actor, input.attributes), owner),
});

export const creationRoutes = [create];
