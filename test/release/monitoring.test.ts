// Dashboard and alert rules: every expression is valid PromQL and refers to metrics that a running service exports.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { creating, evaluated, newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { readScrape, type Scraped } from '../support/scrape.ts';
import { openWorld } from '../support/world.ts';

const textOf = (path: string) => readFile(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const folder = 'deploy/helm/tipstaff/monitoring';

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly datasource?: { readonly uid: string };
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string; readonly datasource: { readonly uid: string } }[];
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}

const dashboard: {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { name: string }[] };
} = JSON.parse(await textOf(`${folder}/dashboard.json`));
const rules: readonly Rule[] = parse(await textOf(`${folder}/alerts.yaml`)).groups[0].rules;
const charts = dashboard.panels.filter(({ type }) => type !== 'row');

/** PromQL expressions by their location, with Grafana variables replaced. */
const expressions: readonly (readonly [place: string, expression: string])[] = [
  ...charts.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => [title, expr.replaceAll('$__rate_interval', '5m')] as const),
  ),
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
];

/** Metric in a PromQL expression, with the labels that the expression matches. */
interface Selector {
  readonly metric: string;
  readonly labels: readonly string[];
}

type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];

/** Returns the selectors in an expression. Throws if the expression is not valid PromQL. */
function selectorsOf(expression: string): readonly Selector[] {
  const text = ({ from, to }: SyntaxNode): string => expression.slice(from, to);
  const selectors: Selector[] = [];
  parser.parse(expression).iterate({
    enter: ({ type, node, from }) => {
      assert.ok(!type.isError, `no PromQL at ${from}: ${expression}`);
      if (type.name !== 'VectorSelector') return;
      const labels: string[] = [];
      node.cursor().iterate(({ name, node: inner }) => {
        if (name === 'LabelName') labels.push(text(inner));
      });
      const metric = node.getChild('Identifier');
      selectors.push({ metric: metric === null ? '' : text(metric), labels });
    },
  });
  return selectors;
}

/** Labels that Prometheus adds to each series, and the name of a metric that it generates itself. */
const added = ['instance', 'job'];
const own = 'up';

const problemsOf = (selectors: readonly Selector[], scraped: ReadonlyMap<string, Scraped>): readonly string[] =>
  selectors
    .filter(({ metric }) => metric !== own)
    .flatMap(({ metric, labels }) => {
      const known = scraped.get(metric);
      if (known === undefined) return [`no metric ${metric}`];
      const others = labels.filter((label) => !added.includes(label) && known.labels?.has(label) !== true);
      return others.map((label) => `${metric} has no label ${label}`);
    });

test('Every expression in the dashboard and the alerts uses metrics and labels of a running service', async () => {
  await using world = await openWorld('postgres');
  const home = await world.home();
  await opaSet(home, 'everywhere', [await newOpaPolicy(home, 'buckets')], { global: true });
  await evaluated({ world, by: home, path: `/organizations/${home.name}/evaluations` }, creating);

  const scrape = (await world.anonymous.get('//metrics')).bytes.toString();

  const scraped = readScrape(scrape);
  const problems = expressions.flatMap(([place, expression]) =>
    problemsOf(selectorsOf(expression), scraped).map((problem) => `${place}: ${problem}`),
  );
  assert.deepEqual(problems, []);
  assert.match(scrape, /^tipstaff_ready 1$/m);
  assert.match(scrape, /^tipstaff_data_folder_free_bytes \d/m);
  assert.match(scrape, /^tipstaff_evaluation_duration_seconds_count\{status="failed"\} 1$/m);
  assert.match(scrape, /^tipstaff_evaluations_waiting 0$/m);
  assert.match(scrape, /^tipstaff_policy_engine_starts_total [1-9]/m);
  assert.match(scrape, /^tipstaff_policy_engine_ends_total\{reason="memory"\} \d/m);
  assert.match(scrape, /^tipstaff_database_connections\{state="maximum"\} \d/m);
  assert.ok(!scrape.includes(home.organization.id) && !scrape.includes(home.name));
});

test('An expression with an unknown metric, label or function is reported', () => {
  const scraped = readScrape(
    '# TYPE a counter\na{x="1"} 2\n# TYPE h histogram\nh_bucket{le="1"} 0\n# TYPE absent gauge\n',
  );

  assert.deepEqual(
    problemsOf(selectorsOf('rate(a{x="1", y=~"2"}[5m]) / h_bucket{le="1"} + b + absent{z="1"}'), scraped),
    ['a has no label y', 'no metric b', 'absent has no label z'],
  );
  assert.throws(() => selectorsOf('rate(a[5m]'), /no PromQL/);
});

test('Dashboard panels have unique identifiers, do not overlap, and use the selected data source', () => {
  const ids = dashboard.panels.map(({ id }) => id);
  const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
  );

  assert.deepEqual(new Set(ids).size, ids.length);
  assert.deepEqual(new Set(cells).size, cells.length);
  assert.deepEqual(
    dashboard.templating.list.map(({ name }) => name),
    ['datasource', 'instance'],
  );
  const sources = charts.flatMap(({ datasource, targets = [] }) => [
    datasource,
    ...targets.map((each) => each.datasource),
  ]);
  assert.ok(sources.every((source) => source?.uid === '$' + '{datasource}'));
  for (const { title, targets = [] } of charts)
    assert.ok(
      targets.every(({ expr }) => expr.includes('$instance')),
      title,
    );
});

test('Each alert has a unique name, a severity, and a line on the page about monitoring', async () => {
  const page = await textOf('docs/operate/monitoring.md');

  const described = [...page.matchAll(/^\| `(Tipstaff\w+)` \|/gm)].map(([, name]) => name);

  assert.deepEqual(
    rules.map(({ alert }) => alert),
    described,
  );
  for (const { labels, annotations } of rules) {
    assert.ok(['critical', 'warning'].includes(labels.severity));
    assert.notEqual(annotations.summary, '');
  }
});
