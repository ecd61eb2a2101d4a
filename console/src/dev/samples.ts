// Sample data with ordinary texts, long texts, and misleading or malicious texts.
import { QueryClient } from '@tanstack/react-query';
import type { components } from '../../../client/api.generated.ts';
import { ApiFailure } from '../../../client/failure.ts';
import { trailQuery } from '../api/audit-trail.ts';
import type { Resource } from '../api/client.ts';
import { teamTokensQuery } from '../api/group-tokens.ts';
import { candidatesQuery } from '../api/policy-sets.ts';
import { type Removal, removalsQuery } from '../api/removals.ts';
import type { SiteOrganization } from '../api/site-organizations.ts';

export const longWord = `no-public-buckets-${'x'.repeat(120)}`;
export const longText =
  'Buckets that everybody can read are refused, except those whose name begins with “public-” and whose owner has said in writing, within the last ninety days, that nothing in them is confidential. ';
export const hostileText = '"><img src=x onerror=alert(1)><script>alert(2)</script>{{7*7}}';

const dayInMilliseconds = 86_400_000;

/** Returns the time `days` days ago in ISO 8601. A negative number gives a time in the future. */
export const daysAgo = (days: number): string => new Date(Date.now() - days * dayInMilliseconds).toISOString();

export const refused = new ApiFailure(
  422,
  [
    { detail: 'Name has already been taken', pointer: '/data/attributes/name' },
    { detail: `Of the plan’s 25 policies all are in use: ${longText}` },
  ],
  { requestId: 'req-8f3a1c' },
);

export const failures: Readonly<Record<string, unknown>> = {
  refused,
  'not found': new ApiFailure(404, [{ code: 'not-found', detail: 'not found' }]),
  'no connection': new ApiFailure(0, [{ detail: 'Failed to fetch' }]),
  'fault of the page': new TypeError('undefined is not a function'),
};

const names = ['works', 'platform-team', longWord, hostileText, 'データ基盤', 'a'];

export const organizations: SiteOrganization[] = names.map((id, index) => ({
  id,
  email: `${index === 2 ? 'long-'.repeat(30) : 'team'}@example.com`,
  created: daysAgo(index ** 4),
  owners: index === 4 ? [] : ['ada', 'grace', 'barbara'].slice(0, index + 1),
  moreOwners: index * 12_345,
}));

export const metaOf = (total: number): components['schemas']['page-meta'] => ({
  cursors: { before: null, after: null },
  pagination: {
    'current-page': 1,
    'page-size': 20,
    'prev-page': null,
    'next-page': total > 20 ? 2 : null,
    'total-pages': Math.ceil(total / 20),
    'total-count': total,
  },
});

export const links = { self: '', first: '', last: '', prev: null, next: null };

export const event: Resource<'audit-records'> = {
  id: '1',
  type: 'audit-records',
  attributes: {
    at: daysAgo(1),
    action: 'policy.update',
    actor: { kind: 'user', id: 'user-1', name: 'ada' },
    impersonator: { kind: 'user', id: 'user-2', name: 'root' },
    'resource-type': 'policies',
    'resource-id': 'pol-1',
    // `Object` is needed for the type, because the OpenAPI description declares no properties for these objects.
    before: Object({ name: 'no-public-buckets', description: '', 'enforcement-level': 'advisory' }),
    after: Object({ name: longWord, description: hostileText, 'enforcement-level': 'mandatory' }),
    'request-id': 'req-8f3a1c',
    sequence: 34,
    reason: longText,
    'organization-id': 'org-1',
    address: '192.0.2.7',
  },
};

const tokenOf = (id: string, description: string | null): Resource<'authentication-tokens'> => ({
  id,
  type: 'authentication-tokens',
  attributes: {
    description,
    'created-at': daysAgo(400),
    'last-used-at': description === null ? null : daysAgo(0.1),
    'expired-at': description === null ? null : daysAgo(-30),
    token: null,
  },
  relationships: { 'created-by': { data: null }, team: { data: null } },
});

const removalOf = (name: string, rows: number): Removal => ({
  id: name,
  type: 'organization-removals',
  attributes: { name, 'deleted-at': daysAgo(0.01), 'deleted-by': rows > 0 ? 'ada' : null, 'removed-rows': rows },
});

/** Returns a query client with sample responses for components that send requests themselves. */
export function newSampleClient(): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  queryClient.setQueryData(trailQuery('site', {}).queryKey, {
    links,
    data: [event],
    meta: { ...metaOf(1), chain: { 'verified-through': 33, 'verified-at': daysAgo(0.5), fault: null } },
  });
  queryClient.setQueryData(teamTokensQuery('team', {}).queryKey, {
    links,
    meta: metaOf(3),
    data: [tokenOf('at-1', 'Deployment'), tokenOf('at-2', null), tokenOf('at-3', longWord)],
  });
  queryClient.setQueryData(removalsQuery({}).queryKey, {
    links,
    meta: metaOf(2),
    data: [removalOf('former', 1_234_567), removalOf(longWord, 0)],
  });
  queryClient.setQueryData(
    candidatesQuery('works', 'policies', '').queryKey,
    names.map((name) => ({ id: name, name })),
  );
  return queryClient;
}
