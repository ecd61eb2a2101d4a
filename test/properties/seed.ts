// Records of one test case: an organization with one record of every type that a path can name.
import type { Context } from '../../src/context.ts';
import type { Transaction } from '../../src/db/database.ts';
import { createPasswordLink, invitationLifetime } from '../../src/domains/accounts/passwords/links.ts';
import { issueToken, type TokenOwner } from '../../src/domains/accounts/tokens/tokens.ts';
import { addUser, draftUser } from '../../src/domains/accounts/users/users.ts';
import { auditedTransaction } from '../../src/domains/audit/audit.ts';
import { consoleBuild } from '../../src/domains/console/build.ts';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { initialPlanId } from '../../src/domains/organizations/feature-sets/shipped.ts';
import { createWorkspace } from '../../src/domains/organizations/workspaces/workspaces.ts';
import { createPolicy } from '../../src/domains/policies/lifecycle/lifecycle.ts';
import { codeCheckJob } from '../../src/domains/policies/policies/check-job.ts';
import { newId } from '../../src/kernel/ids.ts';
import { allPermissions } from '../../src/kernel/permissions.ts';
import { runOnce } from '../../src/runtime/jobs/jobs.ts';
import { insertApproval } from '../access/approval-records.ts';
import { insertExemption, insertExemptionRequest } from '../access/exemption-records.ts';
import { insertEvaluations, insertRunTask } from '../access/records.ts';
import { insertDelegation, insertTeamAccess } from '../access/team-records.ts';
import { clientOf } from '../support/client.ts';
import { signedAgain } from '../support/copies.ts';
import { insertModule } from '../support/module-records.ts';
import { insertSetVersions } from '../support/policy-version-records.ts';
import { system, type World } from '../support/world.ts';

/** Names of the marks in a request. A path parameter gets the longest mark that its name contains. */
export const marks = [
  'organization',
  'policy',
  'revision-number',
  'policy-set',
  'policy-set-version',
  'version-capability',
  'policy-evaluation',
  'policy-set-outcome',
  'policy-input',
  'policy-exemption',
  'policy-exemption-request',
  'policy-approval',
  'policy-override-delegation',
  'team-workspace',
  'team-project',
  'policy-run-task',
  'policy-replay',
  'user',
  'username',
  'team',
  'membership',
  'token',
  'password-link',
  'feature-set',
  'subscription',
  'project',
  'project-name',
  'workspace',
  'workspace-name',
  'module-name',
  'module-provider',
  'module-version',
  'module-id',
  'public-namespace',
  'namespace',
  'capability',
  'asset-name',
] as const;
export type Mark = (typeof marks)[number];

export const marked = (mark: Mark): string => `«${mark}»`;

/** Marks for secrets. The values of secrets differ between the environments, and no pattern can recognize them. */
export const secretMarks: readonly Mark[] = ['password-link', 'capability', 'version-capability'];

/** Senders of a request. */
export const callers = ['owner', 'member', 'admin', 'stranger', 'organization', 'team', 'nobody', 'forger'] as const;
export type Caller = (typeof callers)[number];

/** Values of the marks in one test environment, and the callers' tokens. */
export interface Seed {
  readonly organizationId: string;
  readonly ids: Readonly<Record<Mark, string>>;
  readonly tokens: Readonly<Record<Caller, string | undefined>>;
}

const forged = `${'A'.repeat(14)}.tipstaff.${'b'.repeat(64)}`;

/** Returns a copy of a seed with links that are signed for the seed's own records. */
export const withOwnLinks = ({ context }: World, { ids, ...rest }: Seed): Seed => {
  const capability = signedAgain(context, ids.capability);
  const version = signedAgain(context, ids['version-capability']);
  return { ...rest, ids: { ...ids, capability, 'version-capability': version } };
};

const made = '2026-01-01T00:00:00.000Z';

const tokenFor = async (tx: Transaction, context: Context, owner: TokenOwner) => {
  const { text, row } = await issueToken(tx, context, { actor: system, owner });
  return { text, id: row.id };
};

/** Writes a team with one member and all permissions except ownership. */
const insertTeam = async (tx: Transaction, organization_id: string, user_id: string) => {
  const [team, membership] = [newId('team'), newId('ou')];
  await tx.run((db) =>
    db.insertInto('memberships').values({ id: membership, organization_id, user_id, created_at: made }),
  );
  await tx.run((db) =>
    db.insertInto('teams').values({
      id: team,
      organization_id,
      name: 'reviewers',
      name_key: 'reviewers',
      is_owners: 0,
      visibility: 'organization',
      permissions: allPermissions,
      created_at: made,
    }),
  );
  await tx.run((db) => db.insertInto('team_members').values({ team_id: team, membership_id: membership }));
  return { team, membership };
};

const insertSet = async (tx: Transaction, context: Context, organization_id: string) => {
  const id = newId('polset');
  const row = { id, organization_id, name: 'baseline', description: null, kind: 'opa' as const };
  const flags = { is_global: 0, is_overridable: 0, is_versioned: 0, policy_count: 0 };
  await tx.run((db) => db.insertInto('policy_sets').values({ ...row, ...flags, created_at: made, updated_at: made }));
  return { set: id, versions: await insertSetVersions(tx, context, { organization_id, policy_set_id: id }) };
};

const seedTokens = async (tx: Transaction, context: Context, owners: Readonly<Record<string, TokenOwner>>) => {
  const tokens: Record<string, { readonly text: string; readonly id: string }> = {};
  for (const [name, owner] of Object.entries(owners)) tokens[name] = await tokenFor(tx, context, owner);
  return tokens;
};

const userOwner = ({ id }: { readonly id: string }): TokenOwner => ({ kind: 'user', id });

/** Creates all users of a test case in one transaction, which saves most of the time that the test case takes. */
const seedPeople = async (context: Context, name: string) => {
  const draft = (role: string) => {
    const username = `${role}-${name}`;
    return draftUser(context, { username, email: `${username}@example.com`, isAdmin: role === 'admin' });
  };
  const [owner, member, stranger, admin] = [
    await draft('owner'),
    await draft('member'),
    await draft('stranger'),
    await draft('admin'),
  ];
  await auditedTransaction(context, system, async (tx) => {
    for (const person of [owner, member, stranger, admin]) await addUser(tx, person);
    return { result: undefined, audit: [] };
  });
  return { owner: owner.row, member: member.row, stranger: stranger.row, admin: admin.row };
};

/** Creates the records of one test case. Their unique names contain `name`, which is the same in both environments. */
export const seed = async ({ context, url }: World, name: string): Promise<Seed> => {
  const people = await seedPeople(context, name);
  const input = { name, email: 'case@example.com' };
  const organization = await createOrganization(context, system, input, people.owner.id);
  const organizationId = organization.id;
  const { team, membership, module, set, versions, evaluations, runTask, link, tokens } = await auditedTransaction(
    context,
    system,
    async (tx) => {
      const joined = await insertTeam(tx, organizationId, people.member.id);
      const owners: Record<string, TokenOwner> = {
        owner: userOwner(people.owner),
        member: userOwner(people.member),
        stranger: userOwner(people.stranger),
        admin: userOwner(people.admin),
        organization: { kind: 'organization', id: organizationId },
        team: { kind: 'team', id: joined.team, organizationId },
      };
      const { set, versions } = await insertSet(tx, context, organizationId);
      const result = {
        ...joined,
        set,
        versions,
        evaluations: await insertEvaluations(tx, {
          organization_id: organizationId,
          policy_set_id: set,
          workspace_id: null,
        }),
        runTask: await insertRunTask(tx, context, organizationId),
        module: await insertModule(tx, context, organizationId),
        link: await createPasswordLink(tx, context, people.member.id, { lifetime: invitationLifetime }),
        tokens: await seedTokens(tx, context, owners),
      };
      return { result, audit: [] };
    },
  );
  const policy = await createPolicy(context, system, organization, {
    name: 'policy',
    kind: 'opa',
    description: 'A *policy*.',
    enforcement_level: 'mandatory',
    policySetIds: [set],
  });
  const exemption = await auditedTransaction(context, system, async (tx) => ({
    result: await insertExemption(tx, organizationId, policy.id),
    audit: [],
  }));
  const rights = { isOwner: true, permissions: allPermissions };
  const workspace = await createWorkspace(
    context,
    system,
    { organization, rights },
    {
      attributes: { name: 'workspace' },
      projectId: undefined,
      tags: () => ({ bindings: new Map([['env', 'prod']]), flat: new Set() }),
    },
  );
  const placed = { organization_id: organizationId, team_id: team, workspace_id: workspace.id };
  const request = await auditedTransaction(context, system, async (tx) => ({
    result: await insertExemptionRequest(tx, {
      organization_id: organizationId,
      policy_id: policy.id,
      workspace_id: workspace.id,
      evaluation_id: evaluations.policy_evaluation_id,
      requester_id: people.member.id,
    }),
    audit: [],
  }));
  const approved = { organization_id: organizationId, workspace_id: workspace.id, ...evaluations };
  const { approval, delegation, access } = await auditedTransaction(context, system, async (tx) => ({
    result: {
      approval: await insertApproval(tx, approved),
      delegation: await insertDelegation(tx, placed),
      access: await insertTeamAccess(tx, { ...placed, project_id: workspace.project_id }),
    },
    audit: [],
  }));
  const { put } = clientOf(url, tokens.owner?.text);
  await put(`/policies/${policy.id}/upload`, `package ${name}\n`);
  await put(`/policies/${policy.id}/tests`, `package ${name}_test\n\ntest_nothing if true\n`);
  // Run the background check of policy code now, so that its result does not depend on the machine's load.
  await runOnce(context, codeCheckJob(context));
  const { member } = people;
  const named = { organization: name, policy: policy.id, 'revision-number': '1', 'policy-set': set, user: member.id };
  const { pending_evaluation_id, policy_set_outcome_id, policy_input_id, policy_replay_id } = evaluations;
  return {
    organizationId,
    ids: {
      ...named,
      'policy-evaluation': pending_evaluation_id,
      'policy-set-outcome': policy_set_outcome_id,
      'policy-input': policy_input_id,
      'policy-exemption': exemption,
      'policy-exemption-request': request,
      'policy-approval': approval,
      'policy-override-delegation': delegation,
      'team-workspace': access.team_workspace_id,
      'team-project': access.team_project_id,
      'policy-run-task': runTask,
      'policy-replay': policy_replay_id,
      username: member.username,
      team,
      membership,
      token: tokens.owner?.id ?? '',
      'password-link': link.split('/').at(-1) ?? '',
      'feature-set': initialPlanId('hosted'),
      subscription: organizationId.replace('org-', 'sub-'),
      project: workspace.project_id,
      'project-name': 'Default%20Project',
      workspace: workspace.id,
      'workspace-name': workspace.name,
      'module-id': module.module_id,
      'module-name': module.module_name,
      'module-provider': module.module_provider,
      'module-version': module.module_version,
      'public-namespace': module.public_namespace,
      namespace: name,
      capability: module.links.upload,
      'asset-name': consoleBuild()?.script ?? '',
      'policy-set-version': versions.policy_set_version_id,
      'version-capability': versions.version_capability,
    },
    tokens: {
      owner: tokens.owner?.text,
      member: tokens.member?.text,
      stranger: tokens.stranger?.text,
      admin: tokens.admin?.text,
      organization: tokens.organization?.text,
      team: tokens.team?.text,
      nobody: undefined,
      forger: forged,
    },
  };
};
