// Access rights to policies, evaluations, exemptions and run tasks. Callers without the required right get 404.
import { evaluationReaders, workspaceReaders } from '../../kernel/permissions.ts';
import type { RightsTable, Standing } from '../../kernel/rights.ts';
import { type GuardCondition, hasEntitlement, organizationGuard } from '../organizations/index.ts';

/**
 * Conditions, in addition to permissions, under which a right is granted. These texts also appear in the documentation.
 */
export const policyConditions = {
  'policies-in-plan': "The organization's plan includes policies.",
  creator: 'The caller created the evaluation.',
  requester: 'The caller sent the request.',
  'named-in-run':
    'The run names the caller, or a team of the caller, as its author, and the organization lets authors read (`evaluation-author-access-enabled`).',
  'place-planner':
    'A team of the caller has access to the workspace or to its project, with a level that includes sending plans.',
  delegate:
    'A team of the caller has `delegate-policy-overrides`, and overrides in this workspace or project are delegated to this team.',
  'own-approval': 'The caller created the approval.',
  'other-party':
    "The caller did not create the evaluation, and no user has access both to the caller's credentials and to those of the creator. Otherwise the response is 403.",
} as const;

const manage = ['manage-policies'] as const;
const create = [['manage-policies', 'policies-in-plan']] as const;
const override = ['manage-policy-overrides'] as const;
/** The place of an evaluation is its workspace, or its project if the evaluation has no workspace. */
const readEvaluation = [
  ...evaluationReaders,
  ['member', 'creator'],
  ['member', 'named-in-run'],
  ['member', 'place-reader'],
] as const;
const readExemptions = ['manage-policy-overrides', 'manage-policies'] as const;

export const policyRights = {
  policies: { create, read: manage, update: manage, delete: manage, test: manage, replay: manage },
  'policy-sets': {
    create,
    read: manage,
    update: manage,
    'update-approvers': [['manage-policies', 'manage-policy-overrides']],
    delete: manage,
    replay: manage,
    'add-version': create,
    evaluate: ['member'],
  },
  'policy-set-versions': { read: manage, activate: create, delete: manage },
  'policy-replays': { read: manage, cancel: manage },
  'policy-inputs': { read: manage, delete: manage },
  'policy-run-tasks': { create, read: manage, update: manage, delete: manage },
  'policy-evaluations': {
    create: ['member'],
    // Permissions that make an evaluation count for its workspace. An evaluation by a caller without these permissions
    // does not change the workspace's posture.
    'count-for-workspace': [...workspaceReaders, ['member', 'place-planner']],
    read: readEvaluation,
    // Right to upload the plan of an evaluation, and to cancel the evaluation.
    update: ['manage-policies', ['member', 'creator']],
    override: ['manage-policy-overrides', ['member', 'delegate']],
    'post-outcomes': [['manage-policies', 'other-party']],
  },
  'policy-exemptions': {
    create: [['manage-policy-overrides', 'policies-in-plan']],
    // Right to create exemptions that also apply to policies that do not permit overrides.
    'create-for-all-levels': manage,
    read: readExemptions,
    update: override,
    delete: override,
  },
  'policy-exemption-requests': {
    // Callers who may read an evaluation may request exemptions from its policies and list the open requests for its
    // workspace.
    create: readEvaluation,
    // Callers without the right to read exemptions see only their own requests in the list of an organization.
    list: ['member'],
    // Only the requester and callers who may read exemptions see the texts and the names in a request.
    read: [...readEvaluation, ['member', 'requester']],
    grant: [['manage-policy-overrides', 'policies-in-plan']],
    refuse: override,
    delete: [['member', 'requester']],
  },
  // The creation of an approval requires the right to override the evaluation.
  'policy-approvals': {
    read: ['delegate-policy-overrides', ...readExemptions],
    delete: ['manage-policy-overrides', ['member', 'own-approval']],
  },
  // Rights to read the compliance counts of an organization. The counts include only records that the caller may read.
  posture: {
    read: ['member'],
    'read-workspaces': [...workspaceReaders, ['member', 'place-reader']],
    'read-exemptions': readExemptions,
  },
} as const satisfies RightsTable<Standing | keyof typeof policyConditions | 'place-reader'>;

const feature = 'policy-enforcement';

/** Finds the organization named in the path if the caller has the required right. */
export const inOrganization = organizationGuard({ 'policies-in-plan': feature });

/**
 * Condition for adding data to existing records: the organization's subscription plan must include policies. Existing
 * data is kept if the organization changes to a subscription plan without policies.
 */
export const inPlan: Readonly<Record<'policies-in-plan', GuardCondition<{ readonly organization_id: string }>>> = {
  'policies-in-plan': (context, _actor, { row }) => hasEntitlement(context, row.organization_id, feature),
};
