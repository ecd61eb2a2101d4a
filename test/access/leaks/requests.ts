// Requests of the leak test: each reading route, with each parameter and each record.
import { servedWith } from '../../../src/domains/index.ts';
import type { Route } from '../../../src/http/route.ts';
import { neutral } from '../../../src/jsonapi/vocabulary.ts';
import type { PathValues } from './records.ts';
import type { Half, Hidden } from './scene.ts';

export interface Reading {
  /** Path of the route, with parameters. */
  readonly route: string;
  /** Name of the query parameter that the request sends; empty for a request without one. */
  readonly parameter: string;
  /** Path relative to the root, with the query. */
  readonly path: string;
}

/** Routes that count a download, and so change the responses of other routes during the test. */
const counting = /^\/api\/registry\/.*\/download$/;

/** Routes that read something on behalf of a caller who is not a site administrator. */
export const readingRoutes: readonly Route[] = servedWith(neutral).routes.filter(
  ({ method, path, caller, reply }) =>
    method === 'GET' &&
    !reply.isPage &&
    !path.includes('/admin/') &&
    !counting.test(path) &&
    (caller === 'token' || caller === 'trail' || caller === 'user'),
);

/** Returns the path with the values in it; undefined if no record has one of its parameters. */
const filled = (path: string, values: PathValues): string | undefined => {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  if (names.some((name) => values[name] === undefined)) return undefined;
  return path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(values[name] ?? ''));
};

const queryOf = (entries: Readonly<Record<string, string>>): string =>
  Object.keys(entries).length === 0 ? '' : `?${new URLSearchParams(entries)}`;

/** Times before and after all records. */
const moments = ['2026-01-01T00:00:00Z', '2126-01-01T00:00:00Z'];
/** Values of parameters that are neither texts nor identifiers. */
const special: Readonly<Record<string, readonly string[]>> = {
  group: ['day', 'policy', 'workspace'],
  'policy-sets[page]': ['1', '2'],
  token: ['audit-trails'],
  limit: ['1'],
  offset: ['1'],
};

/** Parameters without which another parameter has no effect. */
const required: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'filter[tagged][0][value]': { 'filter[tagged][0][key]': 'hidden-tag' },
  'filter[policy]': { group: 'policy' },
};

/** Lists that require a filter. */
const filtered = ['/api/v2/team-workspaces', '/api/v2/team-projects'];

interface Query {
  readonly parameter: string;
  readonly query: string;
}

/** Returns the queries that a route accepts. `texts` are values for parameters that accept every text. */
const queriesOf = ({ path, query }: Route, [organization = '', ...texts]: readonly string[]): readonly Query[] => {
  const { parameters = [], choices = {}, times = [], sort = [], include = [], paginated = false } = query;
  const valuesOf = (name: string) =>
    special[name] ?? choices[name] ?? (times.includes(name) || name === 'since' ? moments : [organization, ...texts]);
  const withOthers = (name: string, value: string) => ({ ...required[name], [name]: value });
  const usual = filtered.includes(path) ? { 'filter[organization][name]': organization } : {};
  const one = (parameter: string, entries: Readonly<Record<string, string>>) => ({
    parameter,
    query: queryOf({ ...(!parameter.startsWith('filter[') && usual), ...entries }),
  });
  return [
    one('', {}),
    ...parameters
      .filter((name) => !name.startsWith('page['))
      .flatMap((name) => valuesOf(name).map((value) => one(name, withOthers(name, value)))),
    ...sort.map((each) => one('sort', { sort: each })),
    ...include.map((each) => one('include', { include: each })),
    ...(include.length > 1 ? [one('include', { include: include.join(',') })] : []),
    ...(paginated ? [one('page[size]', { 'page[size]': '1' }), one('page[number]', { 'page[number]': '2' })] : []),
  ];
};

/**
 * Returns the requests that a caller of an organization sends: for the records that the caller can see, and for those
 * that exist in only one of the test environments.
 */
export const readingsOf = ({ home, visible, hidden }: Half & { readonly hidden: Hidden }): readonly Reading[] => {
  const places = [visible, ...hidden.records.map((records) => ({ ...visible, ...records }))];
  const ids = [...hidden.records, visible].flatMap((values) =>
    ['workspace_id', 'project_id', 'policy_id', 'policy_set_id', 'user_id', 'team_id'].flatMap(
      (name) => values[name] ?? [],
    ),
  );
  const texts = [...new Set([home.name, ...hidden.texts, ...ids])];
  return readingRoutes.flatMap((route) => {
    const paths = new Set(places.flatMap((values) => filled(route.path, values) ?? []));
    const queries = queriesOf(route, texts);
    return [...paths].flatMap((path) =>
      queries.map(({ parameter, query }) => ({ route: route.path, parameter, path: path + query })),
    );
  });
};

/** Routes and parameters whose responses never depend on a workspace or a project. */
export const independent: readonly RegExp[] = [
  /^\/api\/registry\//,
  /registry-modules/,
  /^\/api\/v2\/(users|account|organization-removals|organization-memberships|authentication-tokens)\b/,
  /^\/api\/v2\/(feature-sets|subscriptions\/:subscription_id|organizations) /,
  /^\/api\/v2\/organizations\/:organization_name /,
  /\/(organization-memberships|team-tokens|authentication-token|data-retention-policy) /,
  /\/(subscriptions?|feature-sets|entitlement-set) /,
  // Lists of records that the service does not have
  /\/(tags|ssh-keys|oauth-clients|agent-pools|varsets|tasks|stacks) /,
  / filter\[current-run\]\[status\]$/,
  // Audit records are not copied to the twin.
  /audit-(trail|events) /,
  /\/policies\/:policy_id\/tests /,
];
