import type { Context } from '../../../context.ts';
import { many, nothing, one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { timestamp } from '../../../kernel/clock.ts';
import type { OrganizationRow } from '../../organizations/index.ts';
import { inOrganization, policyRights } from '../access.ts';
import { withCreator } from '../creator.ts';
import { dayLength } from '../day.ts';
import { latestEnd } from '../end-within.ts';
import { exemptablePolicy, exemptedPolicyFor, exemptedSetFor, exemptionFor } from './access.ts';
import {
  createExemption,
  createExemptionInSet,
  deleteExemption,
  deleteExemptions,
  updateExemption,
} from './exemptions.ts';
import { createPayload, endPayload, setCreatePayload, updatePayload } from './input.ts';
import { unmatchedDays } from './matches.ts';
import { exemptionResource, listedExemptions, shownExemption } from './resource.ts';
import { exemptionsOfOrganization, exemptionsOfPolicy, exemptionsOfSet } from './store.ts';

const ofPolicy = '/policies/:policy_id/exemptions';
const ofPolicySet = '/policy-sets/:policy_set_id/exemptions';
const ofOrganization = '/organizations/:organization_name/policy-exemptions';
const ofExemption = '/policy-exemptions/:policy_exemption_id';

const create = route('POST', ofPolicy, {
  operationId: 'createPolicyExemption',
  summary: 'Exempt a workspace or a resource from a policy',
  description:
    'The policy is still evaluated and shown, but does not block plans within the scope of the exemption. With `resource-address`, only findings about this resource are exempt. Without `expires-at`, or if it is null, the exemption lasts for `policy-exemption-max-days` of the organization. If the organization has no maximum, `expires-at` is required and null means that the exemption never expires. If the organization has `exemptions-need-request`, exemptions are created only by granting a request, and the response is 403. The identifier in the path may also be the identifier that findings contain for a policy in a versioned policy set. The exemption then applies to the policy with this name in the versioned policy set. Only users and tokens that may override policies can create exemptions.',
  authorise: exemptablePolicy,
  payload: createPayload,
  creates: true,
  reply: one(exemptionResource, 201),
  handle: async (context, { actor, subject, input: { attributes, relationships } }) => {
    const input = { workspace: relationships.workspace?.data.id ?? null, attributes };
    const exemption =
      'policyName' in subject
        ? createExemptionInSet(context, actor, subject, { ...input, policyName: subject.policyName })
        : createExemption(context, actor, subject, input);
    return shownExemption(context, await exemption);
  },
});

const listOfPolicy = route('GET', ofPolicy, {
  operationId: 'listExemptionsOfPolicy',
  summary: 'List the exemptions from a policy',
  description: 'Lists the newest exemptions first. Expired exemptions are shown for 90 days.',
  authorise: exemptedPolicyFor('read'),
  query: { ...exemptionsOfPolicy.query, include: ['workspace'] },
  reply: many(exemptionResource),
  handle: async (context, { subject, query }) => {
    const page = await exemptionsOfPolicy.read(context.database, query, { policy: subject.row.id });
    return { ...page, rows: await listedExemptions(context, page.rows) };
  },
});

const createInSet = route('POST', ofPolicySet, {
  operationId: 'createPolicySetExemption',
  summary: 'Exempt a workspace or a resource from a policy of a versioned policy set',
  description:
    'This exemption works like an exemption from an individual policy. `policy-name` is the name of a policy in the current version of the set. The exemption belongs to this name in this set, so it also applies to later versions that contain a policy with the same name.',
  authorise: exemptedSetFor('create'),
  payload: setCreatePayload,
  creates: true,
  reply: one(exemptionResource, 201),
  handle: async (context, { actor, subject, input: { attributes, relationships } }) => {
    const workspace = relationships.workspace?.data.id ?? null;
    const input = { workspace, attributes, policyName: attributes['policy-name'] };
    return shownExemption(context, await createExemptionInSet(context, actor, subject, input));
  },
});

const listOfSet = route('GET', ofPolicySet, {
  operationId: 'listExemptionsOfPolicySet',
  summary: 'List the exemptions from policies of a versioned policy set',
  description: 'Lists the newest exemptions first. Expired exemptions are shown for 90 days.',
  authorise: exemptedSetFor('read'),
  query: { ...exemptionsOfSet.query, include: ['workspace'] },
  reply: many(exemptionResource),
  handle: async (context, { subject, query }) => {
    const page = await exemptionsOfSet.read(context.database, query, { policySet: subject.row.id });
    return { ...page, rows: await listedExemptions(context, page.rows) };
  },
});

/** Returns the times that the filters of the organization's list use. */
function times({ clock }: Context, { policy_exemption_max_days }: OrganizationRow) {
  const now = clock.now();
  return {
    now: timestamp(now),
    latest: latestEnd(policy_exemption_max_days ?? 0, now),
    matchedBefore: timestamp(now - unmatchedDays * dayLength),
  };
}

const list = route('GET', ofOrganization, {
  operationId: 'listPolicyExemptions',
  summary: 'List the exemptions of an organization',
  description:
    'Lists the newest exemptions first. Expired exemptions are shown for 90 days. `filter[workspace]` is the identifier of a workspace; it selects the exemptions for this workspace and those for every workspace. `filter[created-by]` is a username or an identifier, and `filter[ends-before]` is a time. `filter[beyond-maximum]=true` selects the exemptions that end later than a new exemption could end. `filter[unmatched]=true` selects the active exemptions that have applied to no finding in the last 30 days.',
  authorise: inOrganization(policyRights['policy-exemptions'].read),
  query: { ...exemptionsOfOrganization.query, include: ['workspace'] },
  reply: many(exemptionResource),
  handle: async (context, { subject, query }) => {
    const page = await exemptionsOfOrganization.read(context.database, await withCreator(context, query), {
      organization: subject.organization.id,
      ...times(context, subject.organization),
    });
    return { ...page, rows: await listedExemptions(context, page.rows) };
  },
});

const show = route('GET', ofExemption, {
  operationId: 'readPolicyExemption',
  summary: 'Show an exemption',
  description:
    'Shows the policy, workspace and resource, the reason, the owner, the expiry time, and whether the exemption has expired. `last-matched-at` is the time of the last evaluation in which the exemption applied to a finding, with a precision of one day, or the time of creation. `beyond-maximum` is true if the exemption ends later than a new exemption could end. `policy-sets` lists the policy sets that contain the policy, with the names of their approver teams, and tells in which of them the exemption counts. `reason` is `not-overridable` if the policy does not permit overrides in the set and the exemption does not cover all levels, and `approvers` if the creator of the exemption was not an approver of the set. `effective` is false if the exemption has expired or counts in none of the sets.',
  authorise: exemptionFor('read'),
  query: { include: ['workspace'] },
  reply: one(exemptionResource),
  handle: (context, { subject: { row } }) => shownExemption(context, row),
});

const update = route('PATCH', ofExemption, {
  operationId: 'updatePolicyExemption',
  summary: 'Change an exemption',
  description:
    'Changes the reason, the owner or the expiry time. A new expiry time follows the same rules as that of a new exemption. If the organization has `exemptions-need-request`, the expiry time can only become earlier. The policy, workspace and resource cannot be changed.',
  authorise: exemptionFor('update'),
  payload: updatePayload,
  reply: one(exemptionResource),
  handle: async (context, { actor, subject, input }) =>
    shownExemption(context, await updateExemption(context, actor, subject, input.attributes)),
});

const remove = route('DELETE', ofExemption, {
  operationId: 'deletePolicyExemption',
  summary: 'Delete an exemption',
  description: 'The exemption no longer applies to evaluations that start afterwards.',
  authorise: exemptionFor('delete'),
  reply: nothing,
  handle: (context, { actor, subject: { row } }) => deleteExemption(context, actor, row),
});

const end = route('POST', `${ofOrganization}/actions/end`, {
  operationId: 'endPolicyExemptions',
  summary: 'Delete several exemptions',
  description:
    'Deletes up to 100 exemptions of the organization, either all of them or none. The response is 422 if the organization does not have one of the exemptions.',
  authorise: inOrganization(policyRights['policy-exemptions'].delete),
  payload: endPayload,
  reply: nothing,
  handle: (context, { actor, subject, input }) =>
    deleteExemptions(
      context,
      actor,
      subject.organization,
      input.map(({ id }) => id),
    ),
});

export const exemptionRoutes = [create, listOfPolicy, createInSet, listOfSet, list, show, update, remove, end];
