import { many } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { readablePlace } from '../../organizations/index.ts';
import { listApplicableSets } from './applicable-sets.ts';
import { applicableSetResource } from './resource.ts';

const ofWorkspace = route('GET', '/workspaces/:workspace_id/applicable-policy-sets', {
  operationId: 'listApplicablePolicySets',
  summary: 'List the policy sets that apply to a workspace',
  description:
    'Lists the policy sets with which the next plan of the workspace will be evaluated, sorted by name. `reasons` lists why each set applies: it is `global`, it names the `workspace` or its `project`, or it selects a `tag` of the workspace or of its project.',
  authorise: (context, actor, { workspace_id }) => readablePlace(context, actor, 'workspace', workspace_id),
  query: { paginated: true, parameters: ['search[name]'] },
  reply: many(applicableSetResource),
  handle: (context, { subject, query }) => listApplicableSets(context, subject, query),
});

const ofProject = route('GET', '/projects/:project_id/applicable-policy-sets', {
  operationId: 'listApplicablePolicySetsOfProject',
  summary: 'List the policy sets that apply to the workspaces of a project',
  description:
    'Lists the sets that are `global`, that name the `project`, or that select a `tag` of the project, sorted by name. These sets apply to every workspace of the project, with two exceptions: a set does not apply if it excludes the workspace or one of the tags of the workspace, or if it selects a project tag that the workspace overrides with a tag of its own with the same key.',
  authorise: (context, actor, { project_id }) => readablePlace(context, actor, 'project', project_id),
  query: { paginated: true, parameters: ['search[name]'] },
  reply: many(applicableSetResource),
  handle: (context, { subject, query }) => listApplicableSets(context, subject, query),
});

export const applicableSetRoutes = [ofWorkspace, ofProject];
