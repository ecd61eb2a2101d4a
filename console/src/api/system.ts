// Status of the service, for site administrators.
import type { Resource } from './client.ts';
import { record, totalOf } from './query.ts';
import { users } from './users.ts';

export type SystemStatus = Resource<'system-status'>['attributes'];
export type Finding = SystemStatus['findings'][number];
export type Job = SystemStatus['jobs'][number];
export type Instance = SystemStatus['instances'][number];

/** Interval in ms between refreshes of the system status. */
const again = 30_000;

export const systemQuery = record('system-status', '/api/v2/admin/system-status', { refetchInterval: again })();

/** Returns the problems in a system status: findings with a status other than `ok`, and jobs whose last run failed. */
export const troublesOf = ({ findings, jobs }: SystemStatus) => ({
  findings: findings.filter(({ status }) => status !== 'ok'),
  jobs: jobs.filter(({ failures }) => failures > 0),
});

/** Number of users without two-factor authentication. */
export const withoutTwoFactorQuery = record('users', users, {
  part: 'without-two-factor',
  query: { 'filter[two-factor]': 'false', 'page[size]': 1 },
  shown: totalOf,
})();

/** Certificates of SAML single sign-on. */
export const certificatesQuery = record('certificates', '/api/v2/admin/saml-settings', {
  shown: ({ meta }) => meta?.certificates ?? [],
})();
