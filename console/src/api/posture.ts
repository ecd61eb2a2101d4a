// Policy compliance of an organization: key figures, evaluation results by day and by policy, and the latest results
// for each policy set.
import { dayFrom } from '../components/utc-day.ts';
import { auditEvents } from './audit-trail.ts';
import type { Resource } from './client.ts';
import { record } from './query.ts';

export type Posture = Resource<'postures'>['attributes'];
export type Rate = Resource<'pass-rates'>;
export type WorkspaceResult = Resource<'workspace-results'>;

/** Interval in ms between refreshes until the service has computed the figures. */
const countingInterval = 5_000;

export const postureQuery = record('posture', '/api/v2/organizations/{organization_name}/posture', {
  refetchInterval: ({ state: { data } }) => (data?.data.attributes['is-complete'] === false ? countingInterval : false),
});

export const passRates = '/api/v2/organizations/{organization_name}/pass-rates';

type Group = 'day' | 'policy';

/** Pass rates for the last `days` days, including today. */
const lastRatesQuery = (organization: string, group: Group, days: number, size: number) =>
  record('posture', passRates, {
    part: `${group} ${days} ${size}`,
    query: { group, since: dayFrom(Date.now(), 1 - days), 'page[size]': size },
    keepsFormer: true,
  })(organization);

/** Number of evaluations on each of the last `days` days, oldest first. */
export const dayRatesQuery = (organization: string, days: number) => lastRatesQuery(organization, 'day', days, 100);

/** Policies with the most failures in the last `days` days. */
export const policyRatesQuery = (organization: string, days: number, size: number) =>
  lastRatesQuery(organization, 'policy', days, size);

/** Latest result of each policy set in each workspace. Both workspaces and policy sets are paginated. */
export const resultsQuery = (organization: string, page: number, setPage: number) =>
  record('posture', '/api/v2/organizations/{organization_name}/workspace-results', {
    part: `results ${page} ${setPage}`,
    query: { 'page[number]': page, 'page[size]': 20, 'policy-sets[page]': String(setPage) },
    keepsFormer: true,
  })(organization);

/** The newest 100 uploads of policy code in the last `days` days. Only owners can read them. */
export const policyChangesQuery = (organization: string, days: number) =>
  record('posture', auditEvents, {
    part: `changes ${days}`,
    query: {
      'filter[action]': 'policy.upload',
      'filter[since]': `${dayFrom(Date.now(), 1 - days)}T00:00:00Z`,
      'page[size]': 100,
    },
  })(organization);
