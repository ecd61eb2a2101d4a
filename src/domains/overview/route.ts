import { Type } from 'typebox';
import type { Context } from '../../context.ts';
import { onlyCallers } from '../../http/callers.ts';
import { one } from '../../http/reply.ts';
import { route } from '../../http/route.ts';
import { resource, shown, shownList, shownObject } from '../../jsonapi/resource.ts';
import type { Actor } from '../../kernel/actor.ts';
import { moduleOverview } from '../modules/index.ts';
import { firstOrganizations, type OrganizationAccess } from '../organizations/index.ts';
import { latestEvaluations, policyOverview } from '../policies/index.ts';

/** Maximum number of organizations in an overview. It is limited, because each organization requires several queries. */
const maxOrganizations = 6;

const readOrganization = async (context: Context, actor: Actor, access: OrganizationAccess) => {
  const parts = [policyOverview.read(context, actor, access), moduleOverview.read(context, actor, access)] as const;
  const [policies, modules] = await Promise.all(parts);
  return { ...policies, ...modules, name: access.organization.name };
};

type OrganizationOverview = Awaited<ReturnType<typeof readOrganization>>;

async function readOverview(context: Context, actor: Actor, id: string) {
  const organizations = await firstOrganizations(context, actor, maxOrganizations);
  const [each, latest] = await Promise.all([
    Promise.all(organizations.map((access) => readOrganization(context, actor, access))),
    latestEvaluations.read(context, actor, organizations),
  ]);
  return { id, organizations: each, latest };
}

type Overview = Awaited<ReturnType<typeof readOverview>>;

const organization = shownObject<OrganizationOverview>({
  name: shown(Type.String(), ({ name }) => name),
  ...policyOverview.attributes,
  ...moduleOverview.attributes,
});

const overviewResource = resource<Overview>({
  type: 'account-overviews',
  attributes: {
    organizations: shownList(organization, ({ organizations }) => organizations),
    'latest-evaluations': shownList(latestEvaluations.element, ({ latest }) => latest.evaluations),
    'latest-evaluations-are-own': shown(Type.Boolean(), ({ latest }) => latest.areOwn),
  },
});

const requirePerson = onlyCallers(['person']);

export const overviewRoute = route('GET', '/account/overview', {
  operationId: 'readAccountOverview',
  summary: 'Show an overview of your organizations',
  description:
    'Shows a summary of the first six organizations of the caller, sorted by name. It contains only information that the caller can also get from the lists of each organization. `evaluations` contains the number of evaluations on each of the last 30 days, and `blocked-evaluations` the number of those that failed or errored. Both lists start with the oldest day and end with today (UTC). `ending-exemptions` is the number of active exemptions that end today or in the next 14 days; it is null for callers who may not change exemptions. `grantable-requests` lists those of the newest ten open requests for exemptions that the caller may grant. `unchecked-requests` is the number of older open requests; it is null for callers who may not grant requests. `deprecations-in-use` lists the five deprecated module versions that were downloaded most recently. `latest-evaluations` lists the five newest evaluations that the caller created in these organizations or, if there are none, that the caller may read. `workspace` is the name of the workspace, or its identifier if the caller may not see the workspace.',
  caller: 'user',
  authorise: requirePerson,
  reply: one(overviewResource),
  handle: (context, { actor, subject }) => readOverview(context, actor, subject.id),
});
