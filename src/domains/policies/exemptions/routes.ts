import { many, nothing, one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { inOrganization, policyRights } from '../access.ts';
import { withCreator } from '../creator.ts';
import { exemptablePolicy, exemptedPolicyFor, exemptedSetFor, exemptionFor } from './access.ts';
import { createExemption, createExemptionInSet, deleteExemption, updateExemption } from './exemptions.ts';
import { createPayload, setCreatePayload, updatePayload } from './input.ts';
import { exemptionResource, shownExemption } from './resource.ts';
import { exemptionsOfOrganization, exemptionsOfPolicy, exemptionsOfSet } from './store.ts';

const ofPolicy = '/policies/:policy_id/exemptions';
const ofPolicySet = '/policy-sets/:policy_set_id/exemptions';
const ofExemption = '/policy-exemptions/:policy_exemption_id';

const create = route('POST', ofPolicy, {
  operationId: 'createPolicyExemption',
  summary: 'Exempt a workspace or a resource from a policy',
  description:
    'The policy is still evaluated and shown there, and blocks no plan. With `resource-address` only those members of its output are taken out that are about this resource. `expires-at` is required; null stands for no end. The identifier may be that of a policy of a version, as findings have it: then the exemption is as one of its policy set. Only people and tokens that may override policies exempt from them.',
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
  description: 'The newest first. Expired ones are shown for 90 days.',
  authorise: exemptedPolicyFor('read'),
  query: { ...exemptionsOfPolicy.query, include: ['workspace'] },
  reply: many(exemptionResource),
  handle: async (context, { subject, query }) => {
    const page = await exemptionsOfPolicy.read(context.database, query, { policy: subject.row.id });
    return { ...page, rows: page.rows.map((row) => shownExemption(context, row)) };
  },
});

const createInSet = route('POST', ofPolicySet, {
  operationId: 'createPolicySetExemption',
  summary: 'Exempt a workspace or a resource from a policy of a versioned policy set',
  description:
    'As with a policy. `policy-name` names a policy of the current version of the set. The exemption is about this name in this set: it stays when another version comes, and counts in each version that has a policy of the name.',
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
  description: 'The newest first. Expired ones are shown for 90 days.',
  authorise: exemptedSetFor('read'),
  query: { ...exemptionsOfSet.query, include: ['workspace'] },
  reply: many(exemptionResource),
  handle: async (context, { subject, query }) => {
    const page = await exemptionsOfSet.read(context.database, query, { policySet: subject.row.id });
    return { ...page, rows: page.rows.map((row) => shownExemption(context, row)) };
  },
});

const list = route('GET', '/organizations/:organization_name/policy-exemptions', {
  operationId: 'listPolicyExemptions',
  summary: 'List the exemptions of an organization',
  description:
    'The newest first. Expired ones are shown for 90 days. `filter[workspace]` finds what counts in a workspace, by its identifier: its own exemptions and those for every workspace. `filter[created-by]` is a username or an identifier, and `filter[ends-before]` a time.',
  authorise: inOrganization(policyRights['policy-exemptions'].read),
  query: { ...exemptionsOfOrganization.query, include: ['workspace'] },
  reply: many(exemptionResource),
  handle: async (context, { subject, query }) => {
    const page = await exemptionsOfOrganization.read(context.database, await withCreator(context, query), {
      organization: subject.organization.id,
      now: timestamp(context.clock.now()),
    });
    return { ...page, rows: page.rows.map((row) => shownExemption(context, row)) };
  },
});

const show = route('GET', ofExemption, {
  operationId: 'readPolicyExemption',
  summary: 'Show an exemption',
  description:
    'Shows what is exempt, why, who answers for it, until when, and whether it has expired. `effective` is false once it has expired, and where it counts in no plan: none of the sets of the policy allows that it is overridden, and the exemption does not cover all levels.',
  authorise: exemptionFor('read'),
  reply: one(exemptionResource),
  handle: (context, { subject: { row } }) => shownExemption(context, row),
});

const update = route('PATCH', ofExemption, {
  operationId: 'updatePolicyExemption',
  summary: 'Change an exemption',
  description: 'Changes the reason, the owner or the end. What is exempt does not change.',
  authorise: exemptionFor('update'),
  payload: updatePayload,
  reply: one(exemptionResource),
  handle: async (context, { actor, subject, input }) =>
    shownExemption(context, await updateExemption(context, actor, subject, input.attributes)),
});

const remove = route('DELETE', ofExemption, {
  operationId: 'deletePolicyExemption',
  summary: 'Delete an exemption',
  description: 'It counts no more in evaluations that begin from then on.',
  authorise: exemptionFor('delete'),
  reply: nothing,
  handle: (context, { actor, subject: { row } }) => deleteExemption(context, actor, row),
});

export const exemptionRoutes = [create, listOfPolicy, createInSet, listOfSet, list, show, update, remove];
