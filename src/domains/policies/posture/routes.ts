import { many, one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { existing, invalidParameter } from '../../../jsonapi/errors.ts';
import { inOrganization, policyRights } from '../access.ts';
import { policyFor } from '../policies/access.ts';
import { policySetFor } from '../policy-sets/access.ts';
import { readPosture } from './posture.ts';
import { listRates } from './rates.ts';
import {
  passRatesResource,
  policyWeeksResource,
  postureResource,
  rateResource,
  ratesMeta,
  resultsMeta,
  workspaceResultResource,
} from './resource.ts';
import { findScope } from './scope.ts';
import { passRates, weeksOf } from './weekly-rates.ts';
import { listWorkspaceResults } from './workspace-rates.ts';
import { latestList } from './workspaces.ts';

const { posture: rights } = policyRights;
const ofOrganization = '/organizations/:organization_name';

const posture = route('GET', `${ofOrganization}/posture`, {
  operationId: 'readPosture',
  summary: 'Show the posture of an organization',
  description:
    'Counts workspaces by the current result of their latest evaluation of all applicable sets; `covered` counts workspaces with at least one mandatory policy that is not in shadow mode. `evaluations-not-counted` and `state-evaluations` are numbers of evaluations of workspaces in the last seven days that do not count for their workspace: because of the permissions of their creators, and because they evaluated a state. Also counts evaluations blocked in the last seven days (in UTC, including today) and in the seven days before, and open exceptions: exemptions that have not expired, and overrides that will expire, with the next expiry time. An approval counts as one override, although it can override many evaluations. `workspaces` and members of `exceptions` are null for callers who may not read them. For callers without a permission to read all evaluations, only the evaluations that they may read are counted, and of the workspaces only those to which one of their teams has access. `is-complete` is false while evaluations from before an upgrade are still being counted.',
  authorise: inOrganization(rights.read),
  reply: one(postureResource),
  handle: (context, { actor, subject }) => readPosture(context, actor, subject),
});

const rates = route('GET', `${ofOrganization}/pass-rates`, {
  operationId: 'listPassRates',
  summary: 'List pass rates by day, by policy or by workspace',
  description:
    '`group` is `day` (default), `policy` or `workspace`. `since` is a time or a day; the default is 29 days ago, and the earliest day is 89 days ago. With `day`, the list has one entry for each day (in UTC, oldest first) with the number of evaluations created on that day by current status. With `workspace`, the list has one entry for each workspace that the caller may read (sorted by name) with the number of its evaluations by current status; the attribute `status` is the current status of its latest evaluation. With both, unreachable evaluations count as errored, `shadow-failed` counts evaluations in which a shadow policy failed, and `exempted` counts those with an exempt outcome. With `policy`, the list has one entry for each policy (sorted by number of failures, highest first) with the number of its outcomes; outcomes of shadow policies have their own counts, and exempt outcomes count only as exempt. `last-failed-at` is the creation time of the last evaluation in which the policy failed. `filter[policy]` limits the list to the policies with these identifiers, separated by commas. Evaluations of states are not counted. For callers without a permission to read all evaluations, only the evaluations that they may read are counted; with `policy`, only the newest 1,000 of them. With `workspace`, callers who may not read any workspace get 404.',
  authorise: inOrganization(rights.read),
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
    'Lists workspaces, by default sorted by name, each with the current status of its latest evaluation of all applicable sets, and the number of policies by result for each set. `meta.policy-sets` lists the sets with results in the workspaces of this page, sorted by name, 50 at a time; `meta.policy-set-count` is their total number. `policy-sets[page]` selects the page of sets. `filter[project]` is the identifier of a project. With `filter[deprecated-modules]=true`, the list has only workspaces whose last evaluated plan uses a deprecated module version, and with `false` only all other workspaces. `sort=status` lists failed, errored and unreachable workspaces first, and passed ones last.',
  authorise: inOrganization(rights.read),
  query: {
    ...latestList.query,
    parameters: [...latestList.query.parameters, 'policy-sets[page]'],
    include: ['workspace', 'workspace.project'],
  },
  reply: many(workspaceResultResource, resultsMeta),
  handle: async (context, { actor, subject, query }) => {
    const scope = existing(await findScope(context, actor, subject));
    return listWorkspaceResults(context, scope, query, setPageOf(query.value('policy-sets[page]')));
  },
});

function setPageOf(text = '1'): number {
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw invalidParameter('policy-sets[page]', 'policy-sets[page] must be a number, starting at 1');
  return Number(text);
}

const weekly = route('GET', '/policy-sets/:policy_set_id/pass-rates', {
  operationId: 'readPassRates',
  summary: 'Show how often the policies of a set passed, week by week',
  description:
    'Counts the outcomes of the last 13 weeks by policy and week. A week begins on Monday, in UTC. Exempt outcomes count only as exempt, and unreachable outcomes count as errored. Shows the 100 policies that failed most often; `is-truncated` is true if there are more.',
  authorise: policySetFor('read'),
  reply: one(passRatesResource),
  handle: (context, { subject: { row } }) => passRates(context, row),
});

const weeklyOfPolicy = route('GET', '/policies/:policy_id/pass-rates', {
  operationId: 'readPolicyPassRates',
  summary: 'Show how often a policy passed, week by week',
  description:
    'Counts the outcomes of the last 13 weeks by week, in all policy sets that contain or contained the policy. Weeks without outcomes are included. A week begins on Monday, in UTC. Outcomes in shadow mode are included. Exempt outcomes count only as exempt, and unreachable outcomes count as errored.',
  authorise: policyFor('read'),
  reply: one(policyWeeksResource),
  handle: (context, { subject: { row } }) => weeksOf(context, row),
});

export const postureRoutes = [posture, rates, results, weekly, weeklyOfPolicy];
