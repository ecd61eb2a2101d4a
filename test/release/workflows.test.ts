// The GitHub workflows that check a change and release a tag. Their shell steps run with programs that record each call
// in place of the real ones.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cutChangelog } from '../../scripts/release/changelog.ts';
import { writeSums } from '../../scripts/release/sums.ts';
import { edit, temporaryFolder } from '../support/temporary.ts';
import { readWorkflow, runWorkflow, type WorkflowOutcome, workflowText } from '../support/workflow.ts';

const ci = '.github/workflows/ci.yml';
const release = '.github/workflows/release.yml';
const root = fileURLToPath(new URL('../..', import.meta.url));

const changelog = cutChangelog(
  '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing ([guide](docs/guides/thing.md)).\n',
  '1.2.3',
  '2026-01-31',
);
const artefacts = [
  'tipstaff-1.2.3.tgz',
  'tipstaff-engine-linux-arm64-1.2.3.tgz',
  'tipstaff-engine-linux-x64-1.2.3.tgz',
  'tipstaff-1.2.3-image-linux-amd64.tar',
  'tipstaff-chart-1.2.3.tgz',
];

const variables = {
  'vars.NPM_REGISTRY': 'https://npm.example.com/acme',
  'vars.IMAGE_REPOSITORY': 'images.example.com/acme/tipstaff',
  'vars.CHART_REPOSITORY': 'charts.example.com/acme',
};
const secrets = {
  'secrets.NPM_TOKEN': 'npm secret',
  'secrets.IMAGE_USERNAME': 'image-user',
  'secrets.IMAGE_PASSWORD': 'image secret',
  'secrets.CHART_USERNAME': 'chart-user',
  'secrets.CHART_PASSWORD': 'chart secret',
};

/**
 * Creates a clone as the release workflow checks it out: version 1.2.3 with its artefacts, and no installed packages.
 */
async function fillClone(folder: string): Promise<void> {
  for (const path of ['scripts', 'src/environment.ts', 'src/kernel/version.ts']) {
    await cp(join(root, path), join(folder, path), { recursive: true });
  }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', version: '1.2.3' }));
  await writeFile(join(folder, 'CHANGELOG.md'), changelog);
  await mkdir(join(folder, '.ci'));
  await writeFile(join(folder, '.ci/run'), '#!/bin/sh\ngo test everything\n', { mode: 0o755 });
  await git(folder, 'init', '--quiet');
  await git(folder, 'add', '.');
  await git(folder, 'commit', '--quiet', '--message', 'a release');
  await git(folder, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
  await mkdir(join(folder, 'release'));
  for (const name of artefacts) await writeFile(join(folder, 'release', name), name);
  await writeSums(join(folder, 'release'));
  await writeFile(join(folder, 'bundle.json'), '{}');
}

const git = (folder: string, ...words: readonly string[]) =>
  promisify(execFile)('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...words], { cwd: folder });

interface Trial {
  readonly tag?: string;
  /** Values of the workflow's `vars` and `secrets` contexts. */
  readonly values?: Readonly<Record<string, string>>;
  /** Changes the clone so that it differs from one that can be released. */
  readonly change?: (folder: string) => Promise<unknown>;
  readonly npmOutput?: string;
}

/** Runs the release workflow for a tag. The default tag matches the version. */
async function releaseTag({ tag = 'v1.2.3', values = {}, change, npmOutput = '' }: Trial): Promise<WorkflowOutcome> {
  await using folder = await temporaryFolder();
  await using scratch = await temporaryFolder();
  await fillClone(folder.path);
  await change?.(folder.path);
  return await runWorkflow(await readWorkflow(release), {
    folder: folder.path,
    scratch: scratch.path,
    values: { 'steps.attest.outputs.bundle-path': join(folder.path, 'bundle.json'), ...values },
    environment: {
      GITHUB_REF_NAME: tag,
      GITHUB_REPOSITORY: 'acme/tipstaff',
      GITHUB_SERVER_URL: 'https://forge.example.com',
      HOME: scratch.path,
    },
    npmOutput,
  });
}

/** Returns the recorded calls without values that differ between runs. */
const normalized = (calls: readonly string[] = []) =>
  calls.map((line) => line.replace(/\S+\/npmrc$/, 'npmrc').replace(/PATH=\S+/, 'PATH'));

test('A tag is checked, built, tested and released, and without variables it is published to no registry', async () => {
  const { calls, passed, error } = await releaseTag({ values: secrets });

  assert.equal(error, '');
  assert.deepEqual(passed, ['tag', 'ci', 'build', 'forge']);
  assert.deepEqual(Object.keys(calls), passed);
  assert.deepEqual(calls.ci, ['go run github.com/rhysd/actionlint/cmd/actionlint@v1.7.12', 'go test everything']);
  assert.deepEqual(normalized(calls.build), [
    'sudo apt-get update',
    'sudo apt-get install --yes debian-archive-keyring lintian mmdebstrap qemu-user-static systemd',
    'npm run test:pairs',
    'npm run release --',
    'sudo env PATH npm run release:check',
  ]);
  const files = [...artefacts, 'SHA256SUMS', 'attestation.sigstore.json'].sort().map((name) => `./release/${name}`);
  assert.deepEqual(calls.forge, [
    `gh release create v1.2.3 --repo acme/tipstaff --verify-tag --title v1.2.3 --notes-file - ${files.join(' ')}`,
    '### Added',
    '- A thing ([guide](https://forge.example.com/acme/tipstaff/blob/v1.2.3/docs/guides/thing.md)).',
  ]);
});

test('Variables name the registries to which packages, image and chart are published', async () => {
  const { calls, passed, error } = await releaseTag({ values: { ...variables, ...secrets } });

  assert.equal(error, '');
  assert.deepEqual(passed, ['tag', 'ci', 'build', 'forge', 'npm', 'image', 'chart']);
  assert.ok(calls.build?.includes('npm run release -- --published'));
  const options = '--registry https://npm.example.com/acme/ --userconfig npmrc';
  // The text contains the name of the variable, because npm itself replaces it with the token.
  const token = `//npm.example.com/acme/:_authToken=\${NPM_TOKEN}`;
  assert.deepEqual(
    normalized(calls.npm),
    ['tipstaff-engine-linux-arm64', 'tipstaff-engine-linux-x64', 'tipstaff'].flatMap((name) => [
      `npm view ${name}@1.2.3 dist.integrity ${options}`,
      token,
      `npm publish ./release/${name}-1.2.3.tgz --ignore-scripts ${options}`,
      token,
    ]),
  );
  assert.deepEqual(calls.image, [
    'skopeo login --username image-user --password-stdin images.example.com',
    'image secret',
    'skopeo copy --preserve-digests oci-archive:./release/tipstaff-1.2.3-image-linux-amd64.tar docker://images.example.com/acme/tipstaff:1.2.3',
  ]);
  assert.deepEqual(calls.chart, [
    'helm registry login --username chart-user --password-stdin charts.example.com',
    'chart secret',
    'helm push ./release/tipstaff-chart-1.2.3.tgz oci://charts.example.com/acme',
  ]);
});

test('Registries without secrets are used without signing in', async () => {
  const { calls, error } = await releaseTag({ values: variables });

  assert.equal(error, '');
  assert.deepEqual([calls.image?.length, calls.chart?.length], [1, 1]);
});

test('A package that the registry already has is skipped, and refused if its content differs', async () => {
  const [, first = ''] = artefacts;
  const npmOutput = `sha512-${createHash('sha512').update(first).digest('base64')}`;

  const { calls, passed, error } = await releaseTag({ values: variables, npmOutput });

  assert.match(error, /The registry contains tipstaff-engine-linux-x64@1\.2\.3 with different content/);
  assert.ok(!passed.includes('npm'));
  assert.deepEqual(
    calls.npm?.map((line) => line.split(' ').slice(0, 3).join(' ')),
    ['npm view tipstaff-engine-linux-arm64@1.2.3', 'npm view tipstaff-engine-linux-x64@1.2.3'],
  );
});

test('A tag that cannot be released stops the workflow before anything is built', async () => {
  const attempts: readonly (readonly [Trial, RegExp])[] = [
    [{ tag: 'v1.2.4' }, /The tag v1\.2\.4 does not match version 1\.2\.3 in package\.json/],
    [{ tag: 'v1.2.3;gh$(gh)' }, /The tag v1\.2\.3;gh\$\(gh\) does not match/],
    [
      { values: { ...variables, 'vars.CHART_REPOSITORY': 'images.example.com/acme' } },
      /The chart would overwrite the image/,
    ],
    [{ change: commitElsewhere }, /The commit of v1\.2\.3 is not on the main branch/],
    [
      { change: (folder) => edit(join(folder, 'CHANGELOG.md'), '[1.2.3]', '[1.2.2]') },
      /has no section "## \[1\.2\.3\]/,
    ],
  ];
  for (const [trial, message] of attempts) {
    const { calls, passed, error } = await releaseTag({ values: { ...variables, ...secrets }, ...trial });

    assert.match(error, message);
    assert.deepEqual([calls, passed], [{ tag: [] }, []]);
  }
});

const commitElsewhere = (folder: string) => git(folder, 'commit', '--quiet', '--allow-empty', '--message', 'elsewhere');

test('Files that differ from their checksums are not released', async () => {
  const { calls, passed, error } = await releaseTag({
    values: variables,
    change: (folder) => writeFile(join(folder, 'release/tipstaff-1.2.3.tgz'), 'other'),
  });

  assert.match(error, /tipstaff-1\.2\.3\.tgz does not match its checksum in SHA256SUMS/);
  assert.deepEqual([calls.forge, passed], [[], ['tag', 'ci', 'build']]);
});

test('The publishing scripts refuse to run without the name of a registry', async () => {
  await using folder = await temporaryFolder();
  await fillClone(folder.path);
  for (const [script, variable] of Object.entries(registryVariables)) {
    const running = promisify(execFile)(process.execPath, [join(folder.path, 'scripts/release', script)], { env: {} });

    await assert.rejects(running, { stderr: new RegExp(`${variable} is not set`) });
  }
});

const registryVariables = {
  'publish-npm.ts': 'NPM_REGISTRY',
  'publish-image.ts': 'IMAGE_REPOSITORY',
  'publish-chart.ts': 'CHART_REPOSITORY',
};

for (const path of [ci, release]) {
  test(`${path} pins its actions, limits its rights and its time, and uses no expression in shell code`, async () => {
    const { permissions, concurrency, defaults, jobs } = await readWorkflow(path);

    const uses = [...(await workflowText(path)).matchAll(/^ +(?:- )?uses: (.+)$/gm)].map(([, value = '']) => value);
    const isPinned = (value: string) =>
      /^(actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\.\/\.github\/\S+)$/.test(value);
    assert.deepEqual(
      uses.filter((value) => !isPinned(value)),
      [],
    );
    assert.deepEqual(permissions, {});
    assert.ok('group' in concurrency);
    assert.equal(defaults.run.shell, 'bash');
    for (const job of Object.values(jobs)) {
      assert.ok(job.uses !== undefined || (job['timeout-minutes'] ?? 1000) <= 240);
      assert.ok(!(job.steps ?? []).some(({ run = '' }) => run.includes('${{')));
    }
  });
}

test('Only the job that creates the release may write to the repository', async () => {
  const { jobs } = await readWorkflow(release);

  const rights = Object.entries(jobs).flatMap(([name, { permissions = {} }]) =>
    Object.entries(permissions)
      .filter(([, right]) => right !== 'read')
      .map(([subject]) => `${name}: ${subject}`),
  );
  assert.deepEqual(rights, ['forge: contents', 'forge: id-token', 'forge: attestations', 'npm: id-token']);
});
