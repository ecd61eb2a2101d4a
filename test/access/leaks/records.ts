// Records of one place: a project with a workspace, and everything in the service that refers to them.
import assert from 'node:assert/strict';
import { evaluationJob } from '../../../src/domains/policies/evaluations/job.ts';
import { updateExemptionRow } from '../../../src/domains/policies/exemptions/store.ts';
import { replayJob } from '../../../src/domains/policies/replays/job.ts';
import { runOnce } from '../../../src/runtime/jobs/jobs.ts';
import { documentOf, identifiers } from '../../support/documents.ts';
import { created, inWorkspace, newOpaPolicy, opaSet, pathOf } from '../../support/evaluations.ts';
import { giveAccess } from '../../support/grants.ts';
import { newTeam } from '../../support/members.ts';
import { planCalling } from '../../support/plans-with-modules.ts';
import { insertSetVersions } from '../../support/policy-version-records.ts';
import { newProject, newWorkspace } from '../../support/workspaces.ts';
import type { Home, World } from '../../support/world.ts';
import { insertApproval } from '../approval-records.ts';
import { insertRunTask } from '../records.ts';

/** Values of path parameters, by the name of the parameter. */
export type PathValues = Readonly<Record<string, string>>;

/** Sends a request that must succeed. Returns the response body. */
const posted = async ({ client }: Home, path: string, document: object) => {
  const { status, body, bytes } = await client.post(path, document);
  assert.ok(status < 300, `POST ${path}: ${status} ${bytes}`);
  return body;
};

/** Returns the `project` relationship of an evaluation. */
const inProject = (id: string) => ({ project: { data: { id, type: 'projects' } } });

/**
 * Returns a plan that creates one bucket, which the policies of this scene reject. The plan calls two versions of the
 * organization's module, one of which is deprecated.
 */
const planFor = ({ context }: World, { name }: Home, marker: string): string => {
  const modules = ['0.9.0', '1.0.0'].map((version) => ({ address: `${name}/network/aws`, version }));
  return JSON.stringify({
    ...JSON.parse(planCalling({ url: context.baseUrl() }, modules)),
    resource_changes: [
      {
        address: `aws_s3_bucket.${marker}`,
        mode: 'managed',
        type: 'aws_s3_bucket',
        name: marker,
        change: {
          actions: ['create'],
          before: null,
          after: { acl: marker },
          before_sensitive: false,
          after_sensitive: {},
        },
      },
    ],
  });
};

const rule = 'data.buckets.deny';
const source = `package buckets

deny contains {"message": message, "address": each.address, "severity": "high"} if {
  some each in input.plan.resource_changes
  message := sprintf("%s is not allowed", [each.address])
}
`;

/** Creates a policy that rejects every bucket, in a policy set that applies to the related records. */
export const newRejectingPolicy = async (home: Home, marker: string, attributes: object = {}) => {
  const policy_id = await newOpaPolicy(home, `${marker}-policy`, { source, rule });
  return { policy_id, policy_set_id: await opaSet(home, `${marker}-set`, [policy_id], attributes) };
};

interface NewEvaluation {
  readonly marker: string;
  /** Relationship to a workspace or a project. */
  readonly place: object;
  /** Member and team that the run names as its author. */
  readonly author?: object;
}

/** Evaluates a plan in a workspace or in a project. */
export const newEvaluation = async (world: World, home: Home, { marker, place, author }: NewEvaluation) => {
  const document = documentOf('policy-evaluations', { run: { message: marker, author } }, place);
  const { id, links } = await created({ by: home, path: `/organizations/${home.name}/evaluations`, document });
  assert.equal((await home.client.put(pathOf(links.upload), planFor(world, home, marker))).status, 202);
  await runOnce(world.context, evaluationJob(world.context));
  const outcomes = await home.client.get(`/policy-evaluations/${id}/policy-set-outcomes`);
  return { policy_evaluation_id: String(id), policy_set_outcome_id: String(outcomes.body.data[0].id) };
};

interface NewPlace {
  /** Text that the names of all records contain. */
  readonly marker: string;
  /** Existing project, in which only a workspace is created. By default a project is created. */
  readonly project?: { readonly project_id: string; readonly project_name: string };
}

/** Creates a project with a workspace, or a workspace in an existing project. */
const newPlace = async (home: Home, { marker, project }: NewPlace) => {
  const project_name = project?.project_name ?? `${marker}-project`;
  const tags = { env: 'prod', [`${marker}-tag`]: `${marker}-value` };
  const project_id = project?.project_id ?? (await newProject(home, project_name, { tags }));
  const workspace_name = `${marker}-workspace`;
  const own = { env: 'dev', blue: '', [`${marker}-flat`]: '' };
  const workspace_id = await newWorkspace(home, workspace_name, { project: project_id, tags: own });
  return { project_id, project_name, workspace_id, workspace_name };
};

/** An exemption that lasts longer than the maximum of its organization and has applied to no finding for a long time. */
const unusual = { expires_at: '2100-01-01T00:00:00.000Z', last_matched_at: '2026-01-01T00:00:00.000Z' };
const makeUnusual = ({ context }: World, id: string) =>
  context.database.transaction((tx) => updateExemptionRow(tx, id, unusual));

/** The workspace of policy records, and the marker in their names. */
interface PolicyPlace {
  readonly marker: string;
  readonly workspace_id: string;
}

/** Creates the records of policies that refer to a workspace. */
const newPolicyRecords = async (world: World, home: Home, { marker, workspace_id }: PolicyPlace) => {
  const { policy_id, policy_set_id } = await newRejectingPolicy(home, marker);
  const set = `/policy-sets/${policy_set_id}`;
  await posted(home, `${set}/relationships/workspaces`, identifiers('workspaces', workspace_id));
  const parameter = await posted(home, `${set}/parameters`, documentOf('vars', { key: marker, value: marker }));
  const parameter_id = String(parameter.data.id);
  const override = documentOf('parameter-overrides', { value: `${marker}-own` }, inWorkspace(workspace_id));
  const { data } = await posted(home, `${set}/parameters/${parameter_id}/overrides`, override);
  const exempting = {
    'resource-address': `aws_s3_bucket.${marker}-exempt`,
    reason: marker,
    owner: marker,
  };
  const exemption = documentOf('policy-exemptions', exempting, inWorkspace(workspace_id));
  const { data: exempt } = await posted(home, `/policies/${policy_id}/exemptions`, exemption);
  await makeUnusual(world, exempt.id);
  return { policy_id, policy_set_id, parameter_id, override_id: data.id, policy_exemption_id: exempt.id };
};

const newDelegation = async (world: World, home: Home, workspace_id: string) => {
  const team_id = await newTeam(world, home, ['delegate-policy-overrides']);
  const team = { team: { data: { id: team_id, type: 'teams' } } };
  const document = documentOf('policy-override-delegations', {}, { ...team, ...inWorkspace(workspace_id) });
  const { data } = await posted(home, `/organizations/${home.name}/policy-override-delegations`, document);
  return { team_id, policy_override_delegation_id: data.id };
};

/** Replays the recorded plans of a workspace. */
const newReplay = async (world: World, home: Home, policy_set_id: string, workspace_id: string) => {
  const document = documentOf('policy-replays', { 'enforcement-level': 'advisory' }, inWorkspace(workspace_id));
  const { data } = await posted(home, `/policy-sets/${policy_set_id}/replays`, document);
  await runOnce(world.context, replayJob(world.context));
  return { policy_replay_id: data.id };
};

/** Requests an exemption from a policy that failed in an evaluation. */
const newExemptionRequest = async (
  home: Home,
  marker: string,
  { policy_evaluation_id, policy_id }: Readonly<Record<'policy_evaluation_id' | 'policy_id', string>>,
): Promise<string> => {
  const attributes = { 'policy-id': policy_id, 'resource-address': `aws_s3_bucket.${marker}`, reason: marker };
  const document = documentOf('policy-exemption-requests', attributes);
  const { data } = await posted(home, `/policy-evaluations/${policy_evaluation_id}/exemption-requests`, document);
  return String(data.id);
};

/** Gives new teams access to a workspace and to its project. */
const newGrants = async (world: World, home: Home, workspace: string, project: string) => {
  const newGrant = async (place: { readonly workspace: string } | { readonly project: string }) => {
    const { status, body } = await giveAccess(home.client, { team: await newTeam(world, home, []), ...place }, 'read');
    assert.equal(status, 201, JSON.stringify(body));
    return String(body.data.id);
  };
  return { team_workspace_id: await newGrant({ workspace }), team_project_id: await newGrant({ project }) };
};

/** Creates a place with all records that refer to it. Returns the values with which paths name these records. */
export const fillPlace = async (world: World, home: Home, plan: NewPlace): Promise<PathValues> => {
  const { marker } = plan;
  const place = await newPlace(home, plan);
  const { workspace_id, project_id } = place;
  const records = await newPolicyRecords(world, home, { marker, workspace_id });
  const evaluation = await newEvaluation(world, home, { marker, place: inWorkspace(workspace_id) });
  if (plan.project === undefined) {
    await posted(
      home,
      `/policy-sets/${records.policy_set_id}/relationships/projects`,
      identifiers('projects', project_id),
    );
    await newEvaluation(world, home, { marker: `${marker}-of-project`, place: inProject(project_id) });
  }
  const inputs = await home.client.get(`/organizations/${home.name}/policy-inputs`);
  const { policy_evaluation_id } = evaluation;
  const approved = { organization_id: home.organization.id, workspace_id, policy_evaluation_id, comment: marker };
  const policy_approval_id = await world.context.database.transaction((tx) => insertApproval(tx, approved));
  const delegation = await newDelegation(world, home, workspace_id);
  const approvers = `/policy-sets/${records.policy_set_id}/relationships/approvers`;
  await posted(home, approvers, identifiers('teams', delegation.team_id));
  return {
    ...place,
    ...records,
    ...evaluation,
    policy_exemption_request_id: await newExemptionRequest(home, marker, { ...records, ...evaluation }),
    policy_approval_id,
    ...delegation,
    ...(await newGrants(world, home, workspace_id, project_id)),
    ...(await newReplay(world, home, records.policy_set_id, workspace_id)),
    policy_input_id: String(inputs.body.data[0].id),
    revision_number: '1',
  };
};

/**
 * Creates a policy set for a project that excludes one of the workspaces in it. Callers who can see only this workspace
 * may not see the set.
 */
export const newExcludingSet = async (home: Home, { project_id = '', workspace_id = '' }: PathValues) => {
  const records = await newRejectingPolicy(home, 'excluding');
  const set = `/policy-sets/${records.policy_set_id}/relationships`;
  await posted(home, `${set}/projects`, identifiers('projects', project_id));
  await posted(home, `${set}/workspace-exclusions`, identifiers('workspaces', workspace_id));
  return records;
};

/** Creates records of an organization that belong to no workspace and that only managers of policies can read. */
export const fillOrganization = async (world: World, { organization }: Home, policy_set_id: string) => {
  const { context } = world;
  return context.database.transaction(async (tx) => {
    const versions = await insertSetVersions(tx, context, { organization_id: organization.id, policy_set_id });
    return { ...versions, policy_run_task_id: await insertRunTask(tx, context, organization.id) };
  });
};
