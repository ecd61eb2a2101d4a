// Numbers from which the effect of a policy's introduction follows, and old findings over time.
import type { Resource } from './client.ts';
import { list, record } from './query.ts';

export type Forecast = Resource<'policy-introduction-forecasts'>['attributes'];
export type WorkspaceDebt = Resource<'policy-old-findings'>;

/** Findings of a policy in the last 30 days. */
export const forecastQuery = record('policy', '/api/v2/policies/{policy_id}/introduction-forecast', {
  part: 'introduction-forecast',
  shown: ({ data }): Forecast => data.attributes,
});

/** Workspaces in which a policy has or had old findings, those with the most first. */
export const oldFindingsQuery = list('policy', '/api/v2/policies/{policy_id}/old-findings', { part: 'old-findings' });
