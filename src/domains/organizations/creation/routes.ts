import type { Context } from '../../../context.ts';
import { one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { type CallerCondition, includes, isCaller } from '../../../kernel/rights.ts';
import { generalSettings } from '../../instance/index.ts';
import { organizationRights } from '../access.ts';
import { shownOrganization } from '../organizations/effective.ts';
import { creationPayload } from '../organizations/input.ts';
import { organizationResource } from '../organizations/resource.ts';
import { owner } from '../organizations/rights.ts';
import { createOrganization } from './creation.ts';

async function requireCreator(context: Context, { identity }: Actor): Promise<void> {
  const isOpen = !generalSettings(context)['limit-user-organization-creation'];
  const isTrue = (word: CallerCondition | 'open-creation') =>
    word === 'open-creation' ? isOpen : isCaller(identity, [word]);
  if (!(await includes(organizationRights.organizations.create, isTrue))) throw notFound();
}

const create = route('POST', '/organizations', {
  operationId: 'createOrganization',
  summary: 'Create an organization',
  description: 'The caller becomes the owner. Site administrators may restrict who can create organizations.',
  caller: 'user',
  authorise: requireCreator,
  payload: creationPayload,
  creates: true,
  reply: one(organizationResource, 201),
  handle: async (context, { actor, input }) =>
    shownOrganization(context, await createOrganization(context, actor, input.attributes), owner),
});

export const creationRoutes = [create];
