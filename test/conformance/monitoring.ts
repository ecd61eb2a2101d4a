// `npm run test:conformance -- monitoring`: checks each alert rule with Prometheus. The metrics are those of a running
// service, with one simulated fault.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { goTool } from '../../scripts/release/go-tool.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { openWorld } from '../support/world.ts';

/** Build of promtool without the service discovery for cloud providers, which would take most of the build time. */
const promtoolProgram = {
  module: 'github.com/prometheus/prometheus',
  version: 'v0.313.1',
  folder: './cmd/promtool',
  tags: 'remove_all_sd',
};
const rulesPath = fileURLToPath(new URL('../../deploy/helm/tipstaff/monitoring/alerts.yaml', import.meta.url));

/**
 * Length of the simulated time series in minutes, and the time at which the alerts are evaluated. The slowest alert
 * fires after an hour.
 */
const [minutes, lookedAt] = [90, '85m'];

/**
 * Returns the values of a time series in promtool's notation: a first value, an increment per minute, and the number of
 * increments.
 */
const rising = (step: number): string => `0+${step}x${minutes}`;
const always = (value: number | string): string => `${value}+0x${minutes}`;

const requests = 'tipstaff_http_request_duration_seconds';
const ended = 'tipstaff_evaluation_duration_seconds_count';

/** By alert, the time series that simulate the fault. They replace the corresponding series of the running service. */
const faults: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  TipstaffDown: { up: always(0) },
  TipstaffNotReady: { tipstaff_ready: always(0) },
  TipstaffHeld: { tipstaff_held: always(1) },
  TipstaffErrors: { [`${requests}_count{method="GET",route="/a",status="503"}`]: rising(60) },
  TipstaffFault: {
    [`${requests}_count{method="GET",route="/a",status="500"}`]: rising(1),
    [`${requests}_count{method="GET",route="/a",status="200"}`]: rising(100),
  },
  TipstaffSlow: {
    [`${requests}_bucket{le="2",method="GET",route="/a",status="200"}`]: rising(1),
    [`${requests}_bucket{le="10",method="GET",route="/a",status="200"}`]: rising(60),
    [`${requests}_bucket{le="+Inf",method="GET",route="/a",status="200"}`]: rising(60),
  },
  TipstaffEventLoopLate: { nodejs_eventloop_lag_p99_seconds: always(3) },
  TipstaffEvaluationsWait: { tipstaff_evaluations_oldest_waiting_timestamp_seconds: always(0) },
  TipstaffEvaluationsError: { [`${ended}{status="errored"}`]: rising(1), [`${ended}{status="passed"}`]: rising(2) },
  TipstaffEngineEnds: { 'tipstaff_policy_engine_ends_total{reason="memory"}': rising(1) },
  TipstaffDatabaseConnectionsWait: { 'tipstaff_database_connections{state="waiting"}': always(4) },
  TipstaffDiskFull: { tipstaff_data_folder_free_bytes: always(1_000_000) },
  TipstaffJobFails: { 'tipstaff_job_consecutive_failures{exported_job="mail"}': always(5) },
  TipstaffMailWaits: { tipstaff_mail_oldest_due_timestamp_seconds: always(0) },
  TipstaffMailFails: { tipstaff_mail_failed_attempts: always(5) },
  TipstaffAuditUnsealed: { tipstaff_audit_oldest_unsealed_timestamp_seconds: always(0) },
  TipstaffAuditStreamBehind: { tipstaff_audit_stream_oldest_unsent_timestamp_seconds: always(0) },
  TipstaffCertificateExpires: { tipstaff_tls_certificate_expiry_timestamp_seconds: always(86_400) },
};

/** Names of metrics about the shared database. Both instances report a fault in these metrics. */
const shared = /_(oldest|mail)_/;

const instances = ['a', 'b'] as const;

type Series = { readonly series: string; readonly values: string };

/**
 * Parses the metrics of a service into values by time series. Prometheus renames a metric's label `job` to
 * `exported_job`.
 */
const samplesOf = (scrape: string): ReadonlyMap<string, string> =>
  new Map(
    [...scrape.matchAll(/^(\w+(?:\{.*\})?) (\S+)$/gm)]
      .filter(([, , value = '']) => Number.isFinite(Number(value)))
      .map(([, series = '', value = '']) => [series.replace('{job="', '{exported_job="'), value]),
  );

/** Returns the time series of two instances, with the values of the running service. The first instance has a fault. */
const seriesOf = (scrape: string, fault: Readonly<Record<string, string>>, missing?: string): readonly Series[] =>
  instances.flatMap((instance) => {
    const quiet = [...samplesOf(scrape), ['up', '1'] as const]
      .filter(([series]) => !(series in fault) && (missing === undefined || !series.startsWith(missing)))
      .map(([series, value]) => [series, always(value)] as const);
    const own = Object.entries(fault).filter(([series]) => instance === 'a' || shared.test(series));
    const others = Object.keys(fault).includes('up') && instance !== 'a' ? [['up', always(1)] as const] : [];
    return [...quiet, ...own, ...others].map(([series, values]) => ({ series: labelled(series, instance), values }));
  });

const labelled = (series: string, instance: string): string => {
  const added = `instance="${instance}",job="tipstaff"`;
  return series.endsWith('}') ? `${series.slice(0, -1)},${added}}` : `${series}{${added}}`;
};

/** Returns a promtool test that expects each of the given alerts to fire the given number of times. */
const promtoolTest = (name: string, input_series: readonly Series[], firing: readonly string[]) => ({
  name,
  interval: '1m',
  input_series,
  promql_expr_test: [
    {
      expr: 'sum by (alertname) (ALERTS{alertstate="firing"})',
      eval_time: lookedAt,
      exp_samples: firing.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
    },
  ],
});

test('Each alert fires once for its fault, no other alert fires, and none fires without a fault', async () => {
  const rules: readonly { readonly alert: string }[] = parse(await readFile(rulesPath, 'utf8')).groups[0].rules;
  const names = rules.map(({ alert }) => alert);
  assert.deepEqual([...Object.keys(faults), 'TipstaffAbsent'].toSorted(), names.toSorted());
  await using world = await openWorld('postgres');
  await world.home();
  const scrape = (await world.anonymous.get('//metrics')).bytes.toString();
  const tests = [
    promtoolTest('nothing', seriesOf(scrape, {}), []),
    promtoolTest('TipstaffAbsent', seriesOf(scrape, {}, 'tipstaff_info'), ['TipstaffAbsent']),
    ...Object.entries(faults).map(([name, fault]) => promtoolTest(name, seriesOf(scrape, fault), [name])),
  ];
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'alerts.test.yaml');
  await writeFile(file, stringify({ rule_files: [rulesPath], evaluation_interval: '1m', tests }));
  const promtool = await goTool(folder.path, promtoolProgram);

  const checked = await promtool(['check', 'rules', rulesPath]);
  const { code, stdout, stderr } = await promtool(['test', 'rules', file]);

  assert.equal(checked.code, 0, checked.stdout + checked.stderr);
  assert.equal(code, 0, stdout + stderr);
});
