// Items that need attention in the user's organizations.
import { creatorName } from '../../../../client/creator-name.ts';
import { joined } from '../../../../client/list.ts';
import type { Resource } from '../../api/client.ts';
import type { OrganizationOverview } from '../../api/home.ts';
import { canReadEvaluations, exemptionMaxDays, overrideMaxDays } from '../../api/organizations.ts';
import { relativeTime } from '../../components/relative-time.ts';
import { dayFrom } from '../../components/utc-day.ts';
import { counted } from '../../texts/counted.ts';
import type { AttentionItem } from './attention-item.ts';

type Organization = Resource<'organizations'>;

/** Number of days for which blocked evaluations are counted. An organization's overview page uses the same number. */
const blockedDays = 7;

/** Number of days within which an exemption counts as ending soon. Must equal the number in the service. */
const soon = 14;

const pathIn = (organization: string, page: string): string =>
  `/app/organizations/${encodeURIComponent(organization)}/${page}`;

/**
 * Returns a line with the number of blocked evaluations of the last 7 days that the user can see. The state of the line
 * is the last day with blocked evaluations and their number on that day, so that only new ones change it.
 */
function blocked({ name, ...overview }: OrganizationOverview, seesAll: boolean, now: number): readonly AttentionItem[] {
  const days = overview['blocked-evaluations'].slice(-blockedDays);
  const total = days.reduce((sum, count) => sum + count, 0);
  if (total === 0) return [];
  const last = days.findLastIndex((count) => count > 0);
  return [
    {
      key: `blocked ${name}`,
      state: `${dayFrom(now, last + 1 - blockedDays)} ${days[last]}`,
      isUrgent: true,
      title: `${counted(total, 'blocked evaluation')}${seesAll ? '' : ' that you can see'} in ${name} in the last 7 days`,
      path: pathIn(name, 'evaluations'),
      search: { filter: { blocked: 'true', since: dayFrom(now, 1 - blockedDays) } },
    },
  ];
}

/** Returns a line for each request that the user may grant, and one for the older requests that are not listed. */
function requests({ name, ...overview }: OrganizationOverview): readonly AttentionItem[] {
  const others = overview['unchecked-requests'] ?? 0;
  const grantable = overview['grantable-requests'].map(
    ({ id, reason, workspace, 'policy-name': policy, 'requested-by': by }): AttentionItem => ({
      key: `request ${id}`,
      state: 'open',
      isUrgent: false,
      title: `${creatorName(by)} asks for an exemption from ${policy} for ${workspace} in ${name}`,
      detail: reason,
      path: pathIn(name, `exceptions/requests/${id}`),
    }),
  );
  if (others === 0) return grantable;
  const older: AttentionItem = {
    key: `requests ${name}`,
    state: String(others),
    isUrgent: false,
    title: `${counted(others, 'older request')} for exemptions ${others === 1 ? 'is' : 'are'} open in ${name}`,
    path: pathIn(name, 'exceptions/requests'),
    search: { filter: { status: 'open' } },
  };
  return [...grantable, older];
}

/** Returns a line with the number of exemptions that end soon. */
function endingExemptions({ name, ...overview }: OrganizationOverview, now: number): readonly AttentionItem[] {
  const total = overview['ending-exemptions'] ?? 0;
  if (total === 0) return [];
  return [
    {
      key: `exemptions ${name}`,
      state: `${total} ${overview['last-exemption-end']}`,
      isUrgent: false,
      title: `${counted(total, 'exemption')} in ${name} ${total === 1 ? 'ends' : 'end'} within ${soon} days`,
      detail: 'Policies then block plans again. Fix the findings or extend the exemptions.',
      path: pathIn(name, 'exceptions'),
      // Exemptions that end at any time of the last day are counted.
      search: { filter: { status: 'active', 'ends-before': dayFrom(now, soon + 1) } },
    },
  ];
}

type Version = OrganizationOverview['deprecations-in-use'][number];
type Consumer = NonNullable<Version['consumers']>[number];

const nameOf = (consumer: Consumer): string => {
  const name = consumer['consumer-name'] ?? consumer['consumer-id'];
  if (consumer['consumer-type'] === 'team') return `team ${name}`;
  return consumer['consumer-type'] === 'organization' ? `organization ${name}` : name;
};

const maxNames = 3;

/** Lists the first names, and the number of further ones. `count` is the total number. */
const firstOf = (names: readonly string[], count: number): string => {
  const named = names.slice(0, maxNames);
  return joined([...named, ...(count > named.length ? [counted(count - named.length, 'other')] : [])]);
};

/** Describes the last download of a version, and its consumers if the user may see them. */
function downloadsOf({ consumers, 'consumer-count': count, 'last-downloaded-at': last }: Version, now: number): string {
  const when = last === null ? '' : relativeTime(last, now);
  if (consumers === null || count === null) return `Downloaded ${when}.`;
  return `Downloaded by ${firstOf(consumers.map(nameOf), count)}, most recently ${when}.`;
}

/** Names the first workspaces that use a version. Empty if the user sees none. */
function workspacesOf({ workspaces, 'workspace-count': count }: Version): string {
  if (count === 0) return '';
  const names = workspaces.map(({ name }) => name);
  return `Used by the ${count === 1 ? 'workspace' : 'workspaces'} ${firstOf(names, count)}. `;
}

/** Returns a line for each deprecated version in use, and one for the versions that are not listed. */
function deprecations(
  { name: organization, ...overview }: OrganizationOverview,
  now: number,
): readonly AttentionItem[] {
  const versions = overview['deprecations-in-use'];
  const others = overview['deprecations-in-use-count'] - versions.length;
  const listed = versions.map((used): AttentionItem => {
    const { name, provider, version, 'newest-version': newest } = used;
    const advice = newest === null ? 'Every version is deprecated.' : `The newest version is ${newest}.`;
    return {
      key: `version ${organization} ${name} ${provider} ${version}`,
      state: `${newest} ${used['consumer-count']} ${used['workspace-count']}`,
      isUrgent: false,
      title: `${name}/${provider} ${version} of ${organization} is deprecated and in use`,
      detail: `${workspacesOf(used)}${downloadsOf(used, now)} ${advice}`,
      path: pathIn(organization, `registry/${encodeURIComponent(name)}/${encodeURIComponent(provider)}`),
      search: { version, part: 'used-by' },
    };
  });
  if (others <= 0) return listed;
  const rest: AttentionItem = {
    key: `versions ${organization}`,
    state: String(others),
    isUrgent: false,
    title: `${counted(others, 'more deprecated module version')} of ${organization} ${others === 1 ? 'is' : 'are'} in use`,
    path: pathIn(organization, 'registry'),
  };
  return [...listed, rest];
}

/** Returns a line if an organization has no maximum duration and the user may change its settings. */
function unlimitedDurations(organization: Organization): readonly AttentionItem[] {
  const { id, attributes } = organization;
  const unlimited = joined([
    ...(exemptionMaxDays(organization) === null ? ['exemptions'] : []),
    ...(overrideMaxDays(organization) === null ? ['overrides'] : []),
  ]);
  if (!attributes.permissions['can-update'] || unlimited === '') return [];
  return [
    {
      key: `durations ${id}`,
      state: unlimited,
      isUrgent: false,
      title: `No maximum duration is set for ${unlimited} in ${id}`,
      detail: `Without a maximum, ${unlimited} can last forever. Set a number of days in the settings.`,
      path: pathIn(id, 'settings'),
    },
  ];
}

/** Returns what needs attention in the organizations. `listed` are the organizations with the user's permissions. */
export function organizationItems(
  overviews: readonly OrganizationOverview[],
  listed: readonly Organization[],
  now: number,
): readonly AttentionItem[] {
  const seeingAll = new Set(listed.filter(canReadEvaluations).map(({ id }) => id));
  return [
    ...overviews.flatMap((each) => blocked(each, seeingAll.has(each.name), now)),
    ...overviews.flatMap(requests),
    ...overviews.flatMap((each) => endingExemptions(each, now)),
    ...overviews.flatMap((each) => deprecations(each, now)),
    ...listed.flatMap(unlimitedDurations),
  ];
}
