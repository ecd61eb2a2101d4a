import type { Context } from '../../../context.ts';
import { one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { generalSettings } from '../../instance/index.ts';
import { organizationRights } from '../access.ts';
import { shownOrganization } from '../organizations/effective.ts';
import { creationPayload } from '../organizations/input.ts';
import { organizationResource } from '../organizations/resource.ts';
import { owner } from '../organizations/rights.ts';
import { createOrganization } from './creation.ts';

async function requireCreator(context: Context, { identity }: Actor): Promise<void> {
  const isPerson = identity.kind === 'user';
  const isTrue = {
    'command-line': identity.kind === 'system',
    'site-administrator': isPerson && identity.isAdmin,
    'open-creation': isPerson && !generalSettings(context)['limit-user-organization-creation'],
  };
  if (!organizationRights.organizations.create.some((word) => isTrue[word])) throw notFound();
}

const create = route('POST', '/organizations', {
  operationId: 'createOrganization',
  summary: 'Create an organization',
  description: 'The caller becomes its owner. An administrator of the site may restrict who creates organizations.',
  caller: 'user',
  authorise: requireCreator,
  payload: creationPayload,
  creates: true,
  reply: one(organizationResource, 201),
  handle: async (context, { actor, input }) =>
    shownOrganization(context, await createOrganization(context, actor, input.attributes), owner),
});

export const creationRoutes = [create];
