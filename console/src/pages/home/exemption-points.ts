// Items of the start page about requests for exemptions, exemptions and their maximum duration.
import { useQueries } from '@tanstack/react-query';
import { creatorName } from '../../../../client/creator-name.ts';
import { endingExemptionsQuery, grantableRequestsQuery } from '../../api/home.ts';
import { canOverride, exemptionMaxDays, overrideMaxDays } from '../../api/organizations.ts';
import { dayFrom } from '../../components/utc-day.ts';
import { counted } from '../../texts/counted.ts';
import type { Point } from './attention.ts';
import { useOwnOrganizations } from './own-organizations.ts';

/** Number of days. The start page shows a warning if an exemption expires within this time. */
const soon = 14;

const pathIn = (organization: string, page: string): string =>
  `/app/organizations/${encodeURIComponent(organization)}/${page}`;

/** Returns an item about the requests that are open in an organization and that are not listed themselves. */
const othersPoint = (organization: string, others: number): Point => ({
  title: `${counted(others, 'older request')} for exemptions ${others === 1 ? 'is' : 'are'} open in ${organization}`,
  body: 'Open the list to see which of them you can grant.',
  isUrgent: false,
  path: pathIn(organization, 'exceptions/requests'),
  search: { filter: { status: 'open' } },
});

/** Returns an item for each request that the user may grant. */
function useGrantableRequests(): readonly Point[] {
  const organizations = useOwnOrganizations().filter(canOverride);
  const results = useQueries({ queries: organizations.map(({ id }) => grantableRequestsQuery(id)) });
  return results.flatMap(({ data: { requests, others } = { requests: [], others: 0 } }, index) => {
    const organization = organizations[index]?.id ?? '';
    const points = requests.map(({ id, workspace, attributes }): Point => {
      const by = attributes['requested-by'];
      return {
        title: `${by === null ? 'Somebody' : creatorName(by)} asks for an exemption from ${attributes['policy-name']} for ${workspace} in ${organization}`,
        body: attributes.reason ?? '',
        isUrgent: false,
        path: pathIn(organization, `exceptions/requests/${id}`),
      };
    });
    return others > 0 ? [...points, othersPoint(organization, others)] : points;
  });
}

/** Returns the number of exemptions that expire soon, in organizations in which the user may grant exemptions. */
function useEndingExemptions(now: number): readonly Point[] {
  const organizations = useOwnOrganizations().filter(canOverride);
  // Exemptions that expire at any time of the last day are counted.
  const end = dayFrom(now, soon + 1);
  const results = useQueries({ queries: organizations.map(({ id }) => endingExemptionsQuery(id, end)) });
  return results.flatMap(({ data: total = 0 }, index) => {
    const name = organizations[index]?.id ?? '';
    if (total === 0) return [];
    return [
      {
        title: `${counted(total, 'exemption')} in ${name} ${total === 1 ? 'ends' : 'end'} within ${soon} days`,
        body: 'When an exemption ends, the policy blocks plans again. Fix the findings or extend the exemption.',
        isUrgent: false,
        path: pathIn(name, 'exceptions'),
        search: { filter: { status: 'active', 'ends-before': end } },
      },
    ];
  });
}

/** Returns an item for each organization without a maximum duration, if the user may change its settings. */
function useUnlimitedDurations(): readonly Point[] {
  return useOwnOrganizations()
    .filter(({ attributes }) => attributes.permissions['can-update'])
    .flatMap((organization) => {
      const unlimited = [
        ...(exemptionMaxDays(organization) === null ? ['exemptions'] : []),
        ...(overrideMaxDays(organization) === null ? ['overrides'] : []),
      ];
      if (unlimited.length === 0) return [];
      return [
        {
          title: `No maximum duration is set for ${unlimited.join(' and ')} in ${organization.id}`,
          body: `Without a maximum, ${unlimited.join(' and ')} can last forever. Set a number of days in the settings.`,
          isUrgent: false,
          path: pathIn(organization.id, 'settings'),
        },
      ];
    });
}

/** Returns the items about exemptions. Requests that the user may grant come first. */
export function useExemptionPoints(now: number): readonly Point[] {
  const requests = useGrantableRequests();
  const ending = useEndingExemptions(now);
  return [...requests, ...ending, ...useUnlimitedDurations()];
}
