// Archive with the Helm chart. The chart is tested with Helm, and its output is validated against the Kubernetes
// schemas.
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { processEnvironment } from '../../src/environment.ts';
import type { Artefact, CheckContext, MakeContext, Proof } from './artefact.ts';
import { goTool, type Tool, toolAt } from './go-tool.ts';
import { pack, sourceMode } from './packed-folder.ts';

export const chart: Artefact = { name: 'chart', make, check };

const helmProgram = { module: 'helm.sh/helm/v3', version: 'v3.22.0', folder: './cmd/helm' };
const validatorPackage = 'kubernetes-validate==1.37.0';

/** Oldest Kubernetes version that the chart supports, and newest Kubernetes version that the validator supports. */
const kubernetesVersions = ['1.30.0', '1.37.0'] as const;

const fileOf = (version: string): string => `tipstaff-chart-${version}.tgz`;

async function make({ version, root, folder, time }: MakeContext): Promise<readonly string[]> {
  const path = join(folder, fileOf(version));
  await pack({ folder: join(root, 'deploy/helm'), paths: ['tipstaff'], path, time, mode: sourceMode });
  return [fileOf(version)];
}

async function check(context: CheckContext): Promise<readonly Proof[]> {
  const file = fileOf(context.version);
  const tools = await toolsIn(context.scratch).catch(() => undefined);
  if (tools === undefined)
    return [{ file, notRun: 'Go cannot build Helm on this machine, or Python cannot install the validator' }];
  const chartPath = join(context.folder, file);
  const values = await examplesIn(context.root);
  for (const each of values) await succeed(tools.helm, ['lint', '--strict', '--values', each, chartPath]);
  for (const version of kubernetesVersions) {
    for (const each of values) await proveManifests(context, tools, { chartPath, values: each, version });
  }
  for (const each of refusedValues) await proveRefusal(tools.helm, chartPath, each);
  return [{ file }];
}

interface Tools {
  readonly helm: Tool;
  readonly validate: Tool;
}

const toolsIn = async (scratch: string): Promise<Tools> => ({
  validate: await validatorIn(scratch),
  helm: await goTool(scratch, helmProgram),
});

/** Returns the paths of the example values files. */
async function examplesIn(root: string): Promise<readonly string[]> {
  const folder = join(root, 'deploy/helm/values');
  return (await readdir(folder)).toSorted().map((name) => join(folder, name));
}

interface Rendering {
  readonly chartPath: string;
  readonly values: string;
  /** Kubernetes version to validate against, such as `1.30.0`. */
  readonly version: string;
}

async function proveManifests(
  { scratch, root, version: own }: CheckContext,
  { helm, validate }: Tools,
  { chartPath, values, version }: Rendering,
): Promise<void> {
  const words = [
    'template',
    'governance',
    chartPath,
    '--namespace',
    'tools',
    '--kube-version',
    version,
    '--values',
    values,
  ];
  const manifests = await succeed(helm, words);
  proveConfinement(manifests, own);
  await proveMonitoring(manifests, values, root);
  const file = join(scratch, 'manifests.yaml');
  await writeFile(file, manifests);
  // ServiceMonitor and PrometheusRule are custom resources, so the Kubernetes schemas do not include them.
  await succeed(validate, ['--strict', '--quiet', '--no-warn', '--kubernetes-version', version, file]);
}

/**
 * Checks the pods in the rendered chart. They must run without privileges, use the configured image, and receive
 * secrets only as files.
 */
function proveConfinement(text: string, version: string): void {
  const documents = parseAllDocuments(text).map((document) => document.toJS());
  const pods = documents.flatMap(({ kind, spec }) => {
    if (kind === 'Deployment') return [spec.template.spec];
    return kind === 'Pod' ? [spec] : [];
  });
  assert.equal(pods.length, 2);
  for (const { securityContext, containers, automountServiceAccountToken } of pods) {
    assert.deepEqual([securityContext.runAsNonRoot, securityContext.seccompProfile.type], [true, 'RuntimeDefault']);
    assert.equal(automountServiceAccountToken, false);
    for (const container of containers) {
      const { allowPrivilegeEscalation, readOnlyRootFilesystem, capabilities } = container.securityContext;
      assert.deepEqual([allowPrivilegeEscalation, readOnlyRootFilesystem, capabilities.drop], [false, true, ['ALL']]);
      assert.ok(container.env.every(({ valueFrom }: { valueFrom?: object }) => valueFrom === undefined));
      assert.match(
        container.image,
        new RegExp(`^registry\\.example\\.com/tipstaff(:1\\.2\\.3|:${version}|@sha256:[0-9a-f]{64})$`),
      );
    }
  }
  const labels = documents
    .map(({ metadata }) => metadata.labels['helm.sh/chart'])
    .filter((label) => label !== undefined);
  assert.ok(labels.every((label) => label.endsWith(`-${version}`)));
}

/**
 * If the values enable monitoring, checks that the rendered alert rules and dashboard are equal to the files in the
 * repository.
 */
async function proveMonitoring(text: string, values: string, root: string): Promise<void> {
  const read = (path: string): Promise<string> => readFile(path, 'utf8');
  const { metrics = {} } = parse(await read(values));
  const folder = join(root, 'deploy/helm/tipstaff/monitoring');
  const documents = parseAllDocuments(text).map((document) => document.toJS());
  const rules = documents.filter(({ kind }) => kind === 'PrometheusRule').map(({ spec }) => spec);
  const dashboards = documents.filter(({ kind }) => kind === 'ConfigMap').map(({ data }) => data['tipstaff.json']);
  const wantedRules = metrics.prometheusRule?.enabled ? [parse(await read(join(folder, 'alerts.yaml')))] : [];
  const wantedDashboards = metrics.dashboard?.enabled ? [await read(join(folder, 'dashboard.json'))] : [];
  assert.deepEqual(rules, wantedRules);
  assert.deepEqual(
    dashboards.map((dashboard) => JSON.parse(dashboard)),
    wantedDashboards.map((dashboard) => JSON.parse(dashboard)),
  );
}

/** Installs the validator, which includes the Kubernetes schemas, in its own Python environment. */
async function validatorIn(scratch: string): Promise<Tool> {
  const folder = join(scratch, 'validator');
  await succeed(toolAt('python3', processEnvironment), ['-m', 'venv', folder]);
  const pip = toolAt(join(folder, 'bin/pip'), processEnvironment);
  await succeed(pip, ['install', '--quiet', '--disable-pip-version-check', validatorPackage]);
  return toolAt(join(folder, 'bin/kubernetes-validate'));
}

/** Runs a program and returns its output. If the exit status is not 0, throws an error that contains the output. */
async function succeed(tool: Tool, words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await tool(words);
  assert.equal(code, 0, stdout + stderr);
  return stdout;
}

/** Invalid values for the chart, each with the path that the error message must contain. */
const refusedValues: readonly (readonly [value: string, place: string])[] = [
  ['image.repository=', '/image/repository'],
  ['baseUrl=tipstaff.example.com', '/baseUrl'],
  ['database.secretName=', '/database/secretName'],
  ['encryptionKey.secretName=Key_Of_Tipstaff', '/encryptionKey/secretName'],
  ['database.connections=4', '/database/connections'],
  ['policyEngine.memory=64', '/policyEngine/memory'],
  ['replicas=0', '/replicas'],
  ['logLevel=verbose', '/logLevel'],
  ['runAsUser=0', '/runAsUser'],
  ['metrics.serviceMonitor.enabled=true', '/metrics/secretName'],
  ['metrics.prometheusRule.enabled=later', '/metrics/prometheusRule/enabled'],
  ['metrics.dashboard.folder=governance', '/metrics/dashboard'],
  ['database.url=postgres://user:password@host/database', '/database'],
  ['replicaCount=3', ''],
];

/** Checks that Helm rejects an invalid value before it renders anything. */
async function proveRefusal(helm: Tool, path: string, [value, place]: readonly [string, string]): Promise<void> {
  const known = ['image.repository=x,baseUrl=https://x,encryptionKey.secretName=x,database.secretName=x', value];
  const { code, stdout, stderr } = await helm(['template', 'x', path, ...known.flatMap((each) => ['--set', each])]);
  assert.deepEqual([code, stdout], [1, ''], `${value} was not refused`);
  assert.ok(stderr.includes(`- at '${place}': `), stderr);
}
