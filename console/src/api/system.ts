// Status of the service, for administrators.
import { queryOptions } from '@tanstack/react-query';
import { api, type Resource, read } from './client.ts';
import { keyOf } from './query-key.ts';

export type SystemStatus = Resource<'system-status'>['attributes'];
export type Finding = SystemStatus['findings'][number];
export type Job = SystemStatus['jobs'][number];
export type Instance = SystemStatus['instances'][number];

/** Interval in ms between refreshes of the page. */
const again = 30_000;

export const systemQuery = queryOptions({
  queryKey: keyOf('system-status'),
  queryFn: ({ signal }) => read(api.GET('/api/v2/admin/system-status', { signal })),
  refetchInterval: again,
});

/** Present and expected problems: findings that are not in order, and jobs whose last turn failed. */
export const troublesOf = ({ findings, jobs }: SystemStatus) => ({
  findings: findings.filter(({ status }) => status !== 'ok'),
  jobs: jobs.filter(({ failures }) => failures > 0),
});

/** Number of users without a second factor. */
export const withoutTwoFactorQuery = queryOptions({
  queryKey: keyOf('users', 'without-two-factor'),
  queryFn: async ({ signal }) => {
    const query = { 'filter[two-factor]': 'false', 'page[size]': 1 } as const;
    const { meta } = await read(api.GET('/api/v2/admin/users', { signal, params: { query } }));
    return meta.pagination?.['total-count'] ?? 0;
  },
});

/** The certificates of single sign-on. */
export const certificatesQuery = queryOptions({
  queryKey: keyOf('certificates'),
  queryFn: async ({ signal }) =>
    (await read(api.GET('/api/v2/admin/saml-settings', { signal }))).meta?.certificates ?? [],
});
