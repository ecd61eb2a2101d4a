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
    'Shows the policy of the organization. If the organization has no policy, shows the policy of the instance, which has no target. Responds with 404 if neither exists, in which case all data is kept.',
  authorise: inOrganization(organizationRights['data-retention-policies'].read),
  reply: one(retentionOfOrganization),
  handle: (context, { subject }) => getRetention(context, subject.organization),
});

const set = route('POST', path, {
  operationId: 'setOrganizationDataRetention',
  summary: 'Set the data retention policy of an organization',
  description:
    'The policy takes precedence over the policy of the instance. Superseded code that is older than this number of days is deleted in the background; current code is never deleted. With the type `data-retention-policy-dont-deletes`, nothing is deleted.',
  authorise: inOrganization(organizationRights['data-retention-policies'].update),
  payload: ownRetention,
  reply: one(retentionOfOrganization),
  handle: (context, { actor, subject, input }) => setRetention(context, actor, subject.organization, input),
});

const remove = route('DELETE', path, {
  operationId: 'deleteOrganizationDataRetention',
  summary: 'Delete the data retention policy of an organization',
  description:
    'The policy of the instance then applies to the organization. Responds with 404 if the organization has no policy of its own.',
  authorise: inOrganization(organizationRights['data-retention-policies'].delete),
  reply: nothing,
  handle: (context, { actor, subject }) => removeRetention(context, actor, subject.organization),
});

export const organizationRetentionRoutes = [show, set, remove];
