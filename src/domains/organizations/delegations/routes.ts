import { Type } from 'typebox';
import { many, nothing, one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { creatorOf, creatorSchema } from '../../../jsonapi/creator.ts';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Reference } from '../../../jsonapi/schema.ts';
import { organizationRights } from '../access.ts';
import { byId, guard, inOrganization } from '../organizations/guard.ts';
import { createDelegation, deleteDelegation } from './delegations.ts';
import { overrideDelegations } from './entity.ts';
import { type DelegationRow, delegationById, delegationList } from './store.ts';

const ofOrganization = '/organizations/:organization_name/policy-override-delegations';
const ofDelegation = '/policy-override-delegations/:policy_override_delegation_id';

const { 'policy-override-delegations': rights } = organizationRights;
const delegationFor = guard(rights, byId(delegationById, 'policy_override_delegation_id'));

const delegationResource = resource<DelegationRow>({
  type: 'policy-override-delegations',
  attributes: {
    ...overrideDelegations.shown,
    'created-by': shown(creatorSchema, ({ created_by }) => creatorOf(JSON.parse(created_by))),
  },
  relationships: {
    organization: { to: 'organizations', one: ({ organization_name }) => organization_name },
    team: { to: 'teams', one: ({ team_id }) => team_id },
    workspace: { to: 'workspaces', one: ({ workspace_id }) => workspace_id },
    project: { to: 'projects', one: ({ project_id }) => project_id },
  },
  links: { self: ({ id }) => `/api/v2/policy-override-delegations/${id}` },
});

const createPayload = documentPayload({
  type: 'policy-override-delegations',
  attributes: Type.Object({}),
  relationships: Type.Object({
    team: Type.Optional(Reference('teams')),
    workspace: Type.Optional(Reference('workspaces')),
    project: Type.Optional(Reference('projects')),
  }),
});

const create = route('POST', ofOrganization, {
  operationId: 'createPolicyOverrideDelegation',
  summary: 'Let a team override policies in a workspace or a project',
  description:
    'Takes a team, and either a workspace or a project. While the team has the permission `delegate-policy-overrides`, its members may override evaluations of this workspace or project if the policies permit overrides.',
  authorise: inOrganization(rights.create),
  payload: createPayload,
  creates: true,
  reply: one(delegationResource, 201),
  handle: (context, { actor, subject, input: { relationships } }) => {
    const { team, workspace, project } = relationships;
    return createDelegation(context, actor, subject.organization.id, {
      team: team?.data.id ?? '',
      workspace: workspace?.data.id ?? null,
      project: project?.data.id ?? null,
    });
  },
});

const list = route('GET', ofOrganization, {
  operationId: 'listPolicyOverrideDelegations',
  summary: 'List delegations of overrides to teams',
  description: 'Lists the newest delegations first.',
  authorise: inOrganization(rights.read),
  query: { ...delegationList.query, include: ['team', 'workspace', 'project'] },
  reply: many(delegationResource),
  handle: ({ database }, { subject, query }) =>
    delegationList.read(database, query, { organization: subject.organization.id }),
});

const show = route('GET', ofDelegation, {
  operationId: 'readPolicyOverrideDelegation',
  summary: 'Show a delegation of overrides to a team',
  description: 'Shows the team, and the workspace or project in which it may override evaluations.',
  authorise: delegationFor('read'),
  reply: one(delegationResource),
  handle: (_context, { subject: { row } }) => row,
});

const remove = route('DELETE', ofDelegation, {
  operationId: 'deletePolicyOverrideDelegation',
  summary: 'Delete a delegation of overrides to a team',
  description: 'Existing overrides by the team are kept.',
  authorise: delegationFor('delete'),
  reply: nothing,
  handle: (context, { actor, subject: { row } }) => deleteDelegation(context, actor, row),
});

export const delegationRoutes = [create, list, show, remove];
