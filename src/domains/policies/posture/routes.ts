import { many, one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { invalidParameter } from '../../../jsonapi/errors.ts';
import { inOrganization, policyRights } from '../access.ts';
import { policyFor } from '../policies/access.ts';
import { policySetFor } from '../policy-sets/access.ts';
import { readPosture } from './posture.ts';
import { groupOf, listRates } from './rates.ts';
import {
  passRatesResource,
  policyWeeksResource,
  postureResource,
  rateResource,
  ratesMeta,
  resultsMeta,
  workspaceResultResource,
} from './resource.ts';
import { passRates, weeksOf } from './weekly-rates.ts';
import { listWorkspaceResults } from './workspace-rates.ts';
import { latestList } from './workspaces.ts';

const { posture: rights } = policyRights;
const ofOrganization = '/organizations/:organization_name';

const posture = route('GET', `${ofOrganization}/posture`, {
  operationId: 'readPosture',
  summary: 'Show how an organization stands',
  description:
    'Workspaces by the result of their latest evaluation by all sets that apply, as it stands now, and how many have a mandatory policy that is not shadow (`covered`); evaluations blocked in the last seven days (UTC, with today), and in the seven before; exemptions in force, and overrides that will end, with the next end. `workspaces` and members of `exceptions` are null for callers who may not read these; callers who read only the evaluations that they created have those counted. `is-complete` is false while evaluations from before an upgrade are still to be counted.',
  authorise: inOrganization(rights.read),
  reply: one(postureResource),
  handle: (context, { actor, subject }) => readPosture(context, actor, subject),
});

const rates = route('GET', `${ofOrganization}/pass-rates`, {
  operationId: 'listPassRates',
  summary: 'List pass rates by day, by policy or by workspace',
  description:
    '`group` is `day` (default), `policy` or `workspace`; `since` is a time or a day, by default that of 29 days ago, and at most 89 days ago. Days (UTC, of creation, the oldest first, each one) and workspaces (by name) have numbers of evaluations by their status now, unreachable ones as errored; `shadow-failed` and `exempted` are those in which a shadow policy failed and something was exempt. Policies, those first that failed most, have numbers of outcomes: each once, those of shadow policies on their own, exempt ones as such only. `filter[policy]` is a list of identifiers of policies. `last-failed-at` is when the evaluation was created in which a policy last failed. `status` is that of the latest evaluation of a workspace by all sets. Callers who read only the evaluations that they created have those counted, of policies the newest 1,000; workspaces are for callers who read these.',
  authorise: (context, actor, params, { parameters }) => {
    const isOfWorkspaces = groupOf(parameters.get('group')) === 'workspace';
    return inOrganization(isOfWorkspaces ? rights['read-workspaces'] : rights.read)(context, actor, params);
  },
  query: {
    paginated: true,
    parameters: ['group', 'since', 'filter[policy]'],
    include: ['policy', 'policy-set', 'workspace'],
  },
  reply: many(rateResource, ratesMeta),
  handle: (context, { actor, subject, query }) => listRates(context, actor, subject, query),
});

const results = route('GET', `${ofOrganization}/workspace-results`, {
  operationId: 'listWorkspaceResults',
  summary: 'List the latest result of each policy set in each workspace',
  description:
    'Workspaces by name, each with the status that its latest evaluation by all sets has now, and what the policies of each set gave in it: a heat map. `meta.policy-sets` are the sets that the workspaces of this page have results of, by name, 50 of `meta.policy-set-count`; `policy-sets[page]` leads to the next 50.',
  authorise: inOrganization(rights['read-workspaces']),
  query: { ...latestList.query, parameters: [...latestList.query.parameters, 'policy-sets[page]'] },
  reply: many(workspaceResultResource, resultsMeta),
  handle: (context, { subject: { organization }, query }) =>
    listWorkspaceResults(context, organization.id, query, setPageOf(query.value('policy-sets[page]'))),
});

function setPageOf(text = '1'): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw invalidParameter('policy-sets[page]', 'policy-sets[page] is a number from 1');
  return Number(text);
}

const weekly = route('GET', '/policy-sets/:policy_set_id/pass-rates', {
  operationId: 'readPassRates',
  summary: 'Show how often the policies of a set passed, week by week',
  description:
    'Counts the outcomes of evaluations up to 13 weeks back, by policy and week; a week begins on Monday, in UTC. An outcome that is exempt counts as such only, one that is unreachable as errored. Shows the 100 policies that failed most often, `is-truncated` says that there are more.',
  authorise: policySetFor('read'),
  reply: one(passRatesResource),
  handle: (context, { subject: { row } }) => passRates(context, row),
});

const weeklyOfPolicy = route('GET', '/policies/:policy_id/pass-rates', {
  operationId: 'readPolicyPassRates',
  summary: 'Show how often a policy passed, week by week',
  description:
    'Counts its outcomes in all policy sets that contain it, or did, of the last 13 weeks, also of weeks without one; a week begins on Monday, in UTC. Outcomes in shadow mode count, too; one that is exempt counts as such only, one that is unreachable as errored.',
  authorise: policyFor('read'),
  reply: one(policyWeeksResource),
  handle: (context, { subject: { row } }) => weeksOf(context, row),
});

export const postureRoutes = [posture, rates, results, weekly, weeklyOfPolicy];
