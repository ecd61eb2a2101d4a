// Queries of the start page.
import { evaluatedNames, evaluations } from './evaluations.ts';
import { organizationExemptions } from './exemptions.ts';
import { dayRatesQuery, type Rate } from './posture.ts';
import { record, type ShownBy } from './query.ts';

/** Interval in ms between refreshes of the start page. */
const again = 60_000;

/** Number of evaluations of an organization that were blocked in the last days, as its overview counts them. */
export const blockedEvaluationsQuery = (organization: string, days: number) => ({
  ...dayRatesQuery(organization, 30),
  select: ({ data }: { readonly data: readonly Rate[] }) =>
    data.slice(-days).reduce((sum, { attributes: { failed, errored } }) => sum + failed + errored, 0),
  refetchInterval: again,
});

/** Maximum number of evaluations that the start page shows. */
export const maxLatest = 5;

/** The latest evaluations of an organization that one creator made, or any. */
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

/** The exemptions in force that one creator granted, and that end before a time. */
export const endingExemptionsQuery = (organization: string, creator: string, end: string) =>
  record('exemptions', organizationExemptions, {
    part: `ending ${creator} ${end}`,
    query: { 'filter[status]': 'active', 'filter[created-by]': creator, 'filter[ends-before]': end },
    shown: ({ data }) => data,
    refetchInterval: again,
  })(organization);

/** Maximum number of deprecated versions of an organization that the start page names. */
const maxVersions = 5;

/** The deprecated versions of modules that an organization publishes, and that were downloaded lately. */
export const usedDeprecationsQuery = record(
  'modules',
  '/api/v2/organizations/{organization_name}/registry-modules/deprecations-in-use',
  { part: 'deprecations-in-use', query: { 'page[size]': maxVersions }, refetchInterval: again },
);
