import { many } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { readablePlace } from '../../organizations/index.ts';
import { listApplicableSets } from './applicable-sets.ts';
import { applicableSetResource } from './resource.ts';

const ofWorkspace = route('GET', '/workspaces/:workspace_id/applicable-policy-sets', {
  operationId: 'listApplicablePolicySets',
  summary: 'List the policy sets that apply to a workspace',
  description:
    'Sorted by name: the sets by which the next plan of the workspace is evaluated. `reasons` says why each applies: it is `global`, it names the `workspace` or its `project`, or it selects a `tag` that the workspace has, of its own or from its project.',
  authorise: (context, actor, { workspace_id }) => readablePlace(context, actor, 'workspace', workspace_id),
  query: { paginated: true, parameters: ['search[name]'] },
  reply: many(applicableSetResource),
  handle: (context, { subject, query }) => listApplicableSets(context, subject, query),
});

const ofProject = route('GET', '/projects/:project_id/applicable-policy-sets', {
  operationId: 'listApplicablePolicySetsOfProject',
  summary: 'List the policy sets that apply to the workspaces of a project',
  description:
    'Sorted by name: the sets that are `global`, that name the `project`, or that select a `tag` of it. A workspace of the project has these sets, except those that exclude it or a tag of its own, or that select a tag whose key it has itself.',
  authorise: (context, actor, { project_id }) => readablePlace(context, actor, 'project', project_id),
  query: { paginated: true, parameters: ['search[name]'] },
  reply: many(applicableSetResource),
  handle: (context, { subject, query }) => listApplicableSets(context, subject, query),
});

export const applicableSetRoutes = [ofWorkspace, ofProject];
