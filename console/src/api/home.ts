// Queries of the start page.
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { evaluatedNames, evaluations } from './evaluations.ts';
import { type ExemptionRequest, exemptionRequest, exemptionRequests, requestOf } from './exemption-requests.ts';
import { organizationExemptions } from './exemptions.ts';
import { dayRatesQuery, type Rate } from './posture.ts';
import { record, type ShownBy, totalOf } from './query.ts';
import { keyOf } from './query-key.ts';

/** Interval in ms between refreshes of the start page. */
const again = 60_000;

/** Number of evaluations that were blocked in the last `days` days, counted as on the organization's overview page. */
export const blockedEvaluationsQuery = (organization: string, days: number) => ({
  ...dayRatesQuery(organization, 30),
  select: ({ data }: { readonly data: readonly Rate[] }) =>
    data.slice(-days).reduce((sum, { attributes: { failed, errored } }) => sum + failed + errored, 0),
  refetchInterval: again,
});

/** Maximum number of evaluations on the start page. */
export const maxLatest = 5;

/** An organization's latest evaluations. If a creator is given, only evaluations by this user. */
export const latestEvaluationsQuery = (organization: string, creator: string | undefined) =>
  record('evaluations', evaluations, {
    part: `latest ${creator ?? ''}`,
    query: {
      ...(creator !== undefined && { 'filter[created-by]': creator }),
      'page[size]': maxLatest,
      include: ['workspace'],
    },
    shown: ({ data, included }) => data.map((each) => ({ ...each, ...evaluatedNames(each, included), organization })),
    refetchInterval: again,
  })(organization);

export type LatestEvaluation = ShownBy<typeof latestEvaluationsQuery>[number];

/** Number of an organization's active exemptions that expire before `end`, an ISO 8601 day or time. */
export const endingExemptionsQuery = (organization: string, end: string) =>
  record('exemptions', organizationExemptions, {
    part: `ending ${end}`,
    query: { 'filter[status]': 'active', 'filter[ends-before]': end, 'page[size]': 1 },
    shown: totalOf,
    refetchInterval: again,
  })(organization);

/**
 * Maximum number of requests for exemptions that the start page lists for an organization. The start page loads each of
 * them separately, because only the answer about a single request says whether the user may grant the request.
 */
const maxRequests = 10;

export interface GrantableRequests {
  /** Open requests that the user may grant, newest first. */
  readonly requests: readonly ExemptionRequest[];
  /** Number of further open requests. The user may not be allowed to grant all of them. */
  readonly others: number;
}

/** Open requests of an organization that the user may grant. */
export const grantableRequestsQuery = (organization: string) =>
  queryOptions({
    queryKey: keyOf('exemption-requests', organization, 'grantable'),
    queryFn: async ({ signal }): Promise<GrantableRequests> => {
      const query = { 'filter[status]': 'open', 'page[size]': maxRequests } as const;
      const params = { organization_name: organization };
      const listed = await client.get(exemptionRequests, { params, query, signal });
      const each = await Promise.all(
        listed.data.map(({ id }) =>
          client.get(exemptionRequest, {
            params: { policy_exemption_request_id: id },
            query: { include: ['workspace'] },
            signal,
          }),
        ),
      );
      const requests = each
        .map(({ data, included }) => requestOf(data, included))
        .filter(({ attributes }) => attributes.permissions?.['can-grant']);
      return { requests, others: totalOf(listed) - listed.data.length };
    },
    refetchInterval: again,
  });

/** Maximum number of deprecated module versions that the start page lists for an organization. */
const maxVersions = 5;

/** An organization's deprecated module versions that were downloaded recently. */
export const usedDeprecationsQuery = record(
  'modules',
  '/api/v2/organizations/{organization_name}/registry-modules/deprecations-in-use',
  { part: 'deprecations-in-use', query: { 'page[size]': maxVersions }, refetchInterval: again },
);
