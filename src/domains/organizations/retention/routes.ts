import { Type } from 'typebox';
import { nothing, one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { keepsAllType, retentionType, retentionTypeOf } from '../../instance/index.ts';
import { organizationRights } from '../access.ts';
import { inOrganization } from '../organizations/guard.ts';
import { ownRetention } from './input.ts';
import { getRetention, type OrganizationRetention, removeRetention, setRetention } from './retention.ts';

const path = '/organizations/:organization_name/relationships/data-retention-policy';

const retentionOfOrganization = resource<OrganizationRetention>({
  type: retentionType,
  variants: { otherTypes: [keepsAllType], typeOf: ({ days }) => retentionTypeOf(days) },
  attributes: { 'delete-older-than-n-days': shown(Type.Optional(Type.Integer()), ({ days }) => days ?? undefined) },
  relationships: { target: { to: 'organizations', one: ({ target }) => target } },
});

const show = route('GET', path, {
  operationId: 'readOrganizationDataRetention',
  summary: 'Show the data retention policy of an organization',
  description:
    'Its own, or else that of the instance, which has no target. Answers 404 while there is neither and all data is kept.',
  authorise: inOrganization(organizationRights['data-retention-policies'].read),
  reply: one(retentionOfOrganization),
  handle: (context, { subject }) => getRetention(context, subject.organization),
});

const set = route('POST', path, {
  operationId: 'setOrganizationDataRetention',
  summary: 'Set the data retention policy of an organization',
  description:
    'It counts in place of that of the instance: superseded code that is older is deleted in the background, code in force never. With the type `data-retention-policy-dont-deletes` nothing is deleted.',
  authorise: inOrganization(organizationRights['data-retention-policies'].update),
  payload: ownRetention,
  reply: one(retentionOfOrganization),
  handle: (context, { actor, subject, input }) => setRetention(context, actor, subject.organization, input),
});

const remove = route('DELETE', path, {
  operationId: 'deleteOrganizationDataRetention',
  summary: 'Delete the data retention policy of an organization',
  description: 'That of the instance counts from then on. Answers 404 where the organization has none of its own.',
  authorise: inOrganization(organizationRights['data-retention-policies'].delete),
  reply: nothing,
  handle: (context, { actor, subject }) => removeRetention(context, actor, subject.organization),
});

export const organizationRetentionRoutes = [show, set, remove];
