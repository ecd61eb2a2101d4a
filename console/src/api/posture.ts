// Posture of an organization: key figures, evaluation results by day and by policy, and the latest results
// for each policy set.
import { dayFrom } from '../components/utc-day.ts';
import { auditEvents } from './audit-trail.ts';
import type { Resource } from './client.ts';
import type { ListSearch } from './list.ts';
import { resultList } from './list-specs.ts';
import { list, record } from './query.ts';
import { queryClient } from './query-client.ts';

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

/**
 * Latest result of each policy set in each workspace. Workspaces that fail come first. Both workspaces and policy sets
 * are paginated.
 */
export const resultsQuery = (organization: string, search: ListSearch, setPage: number) =>
  list('posture', '/api/v2/organizations/{organization_name}/workspace-results', {
    part: `results ${setPage}`,
    spec: resultList,
    query: { sort: 'status', 'policy-sets[page]': String(setPage) },
  })(organization, search);

/** Number of policy sets in one response. */
export const setsOfPage = 50;

/** Reads the results of all policy sets in all workspaces that match the search, page by page. */
export async function readAllResults(organization: string, search: ListSearch) {
  const names = new Map<string, string>();
  const rows = new Map<string, WorkspaceResult['attributes']>();
  for (let page = 1, pages = 1; page <= pages; page += 1)
    for (let part = 1, parts = 1; part <= parts; part += 1) {
      const wanted = resultsQuery(organization, { ...search, size: 100, page }, part);
      const { data, meta } = await queryClient.fetchQuery(wanted);
      pages = meta.pagination?.['total-pages'] ?? 1;
      parts = Math.ceil(meta['policy-set-count'] / setsOfPage);
      for (const { id, name } of meta['policy-sets']) names.set(id, name);
      for (const { id, attributes } of data) {
        const results = [...(rows.get(id)?.['policy-sets'] ?? []), ...attributes['policy-sets']];
        rows.set(id, { ...attributes, 'policy-sets': results });
      }
    }
  return { rows: [...rows.values()], sets: [...names].map(([id, name]) => ({ id, name })) };
}

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
