// Counts an organization's figures from its rows by the rules for evaluations, without the service's counters and
// posture queries.
import { query, type RowsOf } from '../../src/db/query.ts';
import { runPlaces } from '../../src/domains/organizations/index.ts';
import { applicableSets } from '../../src/domains/policies/applicable-sets/applicable-sets.ts';
import type { Outcome } from '../../src/domains/policies/evaluations/outcomes.ts';
import { asOf } from '../../src/domains/policies/evaluations/override.ts';
import type { Home, World } from '../support/world.ts';

const evaluations = query<{ organization: string }>()((db, { organization }) =>
  db
    .selectFrom('policy_evaluations')
    .select(['id', 'status', 'overridden_status', 'override_expires_at', 'scope', 'workspace_id', 'created_at'])
    .select(['shadow_failed', 'exempted', 'old', 'is_empty'])
    .where('organization_id', '=', organization)
    .where('status', 'not in', ['pending', 'running', 'canceled'])
    .orderBy('created_at')
    .orderBy('id'),
);

const outcomes = query<{ organization: string }>()((db, { organization }) =>
  db
    .selectFrom('policy_set_outcomes')
    .innerJoin('policy_evaluations', 'policy_evaluations.id', 'policy_set_outcomes.evaluation_id')
    .select(['policy_set_outcomes.policy_set_id', 'policy_set_outcomes.outcomes', 'policy_evaluations.created_at'])
    .select('policy_evaluations.id')
    .where('organization_id', '=', organization)
    .orderBy('created_at')
    .orderBy('policy_evaluations.id'),
);

const policies = query<{ organization: string }>()((db, { organization }) =>
  db.selectFrom('policies').select('id').where('organization_id', '=', organization),
);

const workspaces = query<{ organization: string }>()((db, { organization }) =>
  db.selectFrom('workspaces').select(['id', 'name']).where('organization_id', '=', organization).orderBy('name'),
);

/**
 * Returns a workspace's status. If no policy gave a verdict in the latest evaluation, a passed evaluation counts as not
 * evaluated.
 */
const shownStatus = (latest: { readonly status: string; readonly is_empty: number } | undefined): string =>
  latest === undefined || (latest.is_empty === 1 && latest.status === 'passed') ? 'not-evaluated' : latest.status;

const bucketOf = (status: string): string => (status === 'unreachable' ? 'errored' : status);

/** Increments the named counters of a key. */
const count = (counts: Map<string, Record<string, number>>, key: string, ...names: readonly string[]): void => {
  const known = counts.get(key) ?? {};
  for (const name of names) known[name] = (known[name] ?? 0) + 1;
  counts.set(key, known);
};

const daysOf = (rows: readonly RowsOf<typeof evaluations>[]) => {
  const days = new Map<string, Record<string, number>>();
  for (const { created_at, status, shadow_failed, exempted, old, is_empty } of rows) {
    if (status === 'passed' && is_empty === 1) continue;
    const marks = Object.entries({ 'shadow-failed': shadow_failed, exempted, old }).filter(([, number]) => number > 0);
    count(days, created_at.slice(0, 10), bucketOf(status), ...marks.map(([name]) => name));
  }
  return Object.fromEntries(days);
};

const nameOfOutcome = ({ status, introduction, exempt, old }: Outcome): string => {
  if (exempt) return 'exempted';
  return old ? 'old' : `${introduction === 'shadow' ? 'shadow-' : ''}${bucketOf(status)}`;
};

const policiesOf = (rows: readonly RowsOf<typeof outcomes>[], known: ReadonlySet<string>) => {
  const counts = new Map<string, Record<string, number>>();
  const failures = new Map<string, string>();
  for (const { policy_set_id, outcomes: text, id } of rows) {
    const each: readonly Outcome[] = JSON.parse(text);
    for (const outcome of each) {
      const { policy_id, policy_name, status, exempt, old } = outcome;
      const key = known.has(policy_id) ? policy_id : `${policy_set_id}.${policy_name}`;
      count(counts, key, nameOfOutcome(outcome));
      if (status === 'failed' && !exempt && !old) failures.set(key, id);
    }
  }
  return { policies: Object.fromEntries(counts), failures: Object.fromEntries(failures) };
};

/** Returns an organization's counted figures in the same format as `shownFigures`. */
export const recount = async ({ context }: World, { organization }: Home) => {
  const { database, clock } = context;
  const of = { organization: organization.id };
  const now = (await database.rows(evaluations, of)).map((row) => asOf(row, clock.now()));
  const known = new Set((await database.rows(policies, of)).map(({ id }) => id));
  const latest = new Map(now.filter(({ scope }) => scope === 'organization').map((each) => [each.workspace_id, each]));
  const places = await database.rows(workspaces, of);
  const covered = await Promise.all(places.map(({ id }) => isCovered(context, organization.id, id)));
  return {
    days: daysOf(now),
    ...policiesOf(await database.rows(outcomes, of), known),
    workspaces: places.map(({ id, name }) => [name, shownStatus(latest.get(id))]),
    covered: covered.filter((each) => each).length,
  };
};

const isCovered = async ({ database }: World['context'], organization: string, workspace: string): Promise<boolean> => {
  const [place = { tags: [] }] = await runPlaces(database, [{ workspace, project: null }]);
  const sets = await applicableSets(database, { organization, place });
  return sets.some(
    ({ set, policies: members }) =>
      set.is_shadow === 0 &&
      members.some(
        ({ enforcement_level, introduction }) => enforcement_level !== 'advisory' && introduction !== 'shadow',
      ),
  );
};

const names = [
  'passed',
  'failed',
  'errored',
  'overridden',
  'exempted',
  'old',
  'shadow-passed',
  'shadow-failed',
  'shadow-errored',
];

interface Shown {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships: Readonly<Record<string, { readonly data: { readonly id: string } | null }>>;
}

/** Returns the counters that are not zero. */
const numbersIn = ({ attributes }: Shown) =>
  Object.fromEntries(names.flatMap((name) => (Number(attributes[name] ?? 0) === 0 ? [] : [[name, attributes[name]]])));

const whole = async ({ client, name }: Home, group: string): Promise<readonly Shown[]> => {
  const rows: Shown[] = [];
  for (let page = 1; ; page += 1) {
    const query = `group=${group}&since=2020-01-01&page[size]=100&page[number]=${page}`;
    const { body } = await client.get(`/organizations/${name}/pass-rates?${query}`);
    rows.push(...body.data);
    if (body.meta.pagination['next-page'] === null) return rows;
  }
};

/** Returns an organization's figures as the service reports them. */
export const shownFigures = async (home: Home) => {
  const [days, byPolicy, places] = [
    await whole(home, 'day'),
    await whole(home, 'policy'),
    await whole(home, 'workspace'),
  ];
  const { body } = await home.client.get(`/organizations/${home.name}/posture`);
  const failed = byPolicy.map(
    ({ id, relationships }) => [id, relationships['last-failed-evaluation']?.data?.id] as const,
  );
  const counted = days.filter((each) => Object.keys(numbersIn(each)).length > 0);
  return {
    days: Object.fromEntries(counted.map((each) => [each.attributes.name, numbersIn(each)])),
    policies: Object.fromEntries(byPolicy.map((each) => [each.id, numbersIn(each)])),
    failures: Object.fromEntries(failed.filter(([, id]) => id !== undefined)),
    workspaces: places.map(({ attributes: { name, status } }) => [name, status]),
    covered: body.data.attributes.workspaces.covered,
  };
};
