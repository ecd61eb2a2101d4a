// CI pipelines from the documentation. Pipelines that only need files run unchanged with the real program.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { blocksOf } from '../docs/blocks.ts';
import { documentOf } from '../support/documents.ts';
import { startEveryJob } from '../support/jobs.ts';
import { newPolicySet } from '../support/policies.ts';
import { commit, openReviewPlatform, type PlatformName } from '../support/review-platform.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { newWorkspace } from '../support/workspaces.ts';
import { openWorld, type World } from '../support/world.ts';

const run = promisify(execFile);
const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Returns the pipelines in a section of a documentation page. */
const blocksOfPipelines = async (title: string, page = 'docs/ci.md') => {
  const sections = (await readFile(pathOf(page), 'utf8')).split('\n## ');
  const section = sections.find((each) => each.startsWith(title)) ?? '';
  return blocksOf(section).flatMap(({ language, text }) => (language === 'yaml' ? [parse(text)] : []));
};
const [[ofGithub, ofGitlab], [, , github], [, gitlab, withService], [atlantis], [atlantisCheck]] = await Promise.all([
  blocksOfPipelines('One comment for several checks'),
  blocksOfPipelines('GitHub Actions'),
  blocksOfPipelines('GitLab'),
  blocksOfPipelines('Atlantis'),
  blocksOfPipelines('Let policy owners approve', 'docs/coming-from/atlantis.md'),
]);

/** Returns all shell commands of a pipeline: the texts below the keys `run` and `script`. */
const commandsIn = (value: unknown, key = ''): readonly string[] => {
  if (typeof value === 'string') return key === 'run' || key === 'script' ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((each) => commandsIn(each, key === 'script' ? key : ''));
  return Object.entries(Object(value)).flatMap(([name, each]) => commandsIn(each, name));
};

/** Prepares a folder as in a pipeline, with `tipstaff` and a substitute for Terraform in PATH. */
const workplace = async (folder: string) => {
  const bin = join(folder, 'bin');
  await mkdir(bin);
  await cp(pathOf('examples/policies'), join(folder, 'policies'), { recursive: true });
  await cp(pathOf('examples/plan.json'), join(folder, 'plan.json'));
  const programs = {
    tipstaff: `exec "${process.execPath}" "${pathOf('bin/tipstaff.js')}" "$@"`,
    terraform: 'test "$1 $2 $3" = "show -json plan.tfplan" && cat plan.json',
  };
  for (const [name, text] of Object.entries(programs)) {
    await writeFile(join(bin, name), `#!/bin/sh\n${text}\n`);
    await chmod(join(bin, name), 0o755);
  }
  const variables = { PLANFILE: 'plan.tfplan', SHOWFILE: 'show.json', PATH: `${bin}:/usr/bin:/bin` };
  return (command: string, more: Readonly<Record<string, string>> = {}) =>
    run('bash', ['-euo', 'pipefail', '-c', command], { cwd: folder, env: { ...variables, ...more } }).then(
      (output) => ({ ...output, code: 0 }),
      (error: { readonly stdout: string; readonly stderr: string; readonly code: number }) => error,
    );
};

const pipelines = {
  'GitHub Actions': { block: github, report: 'policies.sarif', count: 2 },
  GitLab: { block: gitlab, report: 'policies.xml', count: 2 },
  Atlantis: { block: atlantis, report: undefined, count: 4 },
};

for (const [name, { block, report, count }] of Object.entries(pipelines)) {
  test(`The pipeline for ${name} fails with the example, for the reason in its report`, async () => {
    await using folder = await temporaryFolder();
    const shell = await workplace(folder.path);

    const results: { readonly command: string; readonly code: number; readonly stdout: string }[] = [];
    for (const command of commandsIn(block)) results.push({ command, ...(await shell(command)) });

    assert.equal(results.length, count);
    for (const { command, code } of results) assert.equal(code, command.startsWith('tipstaff check') ? 1 : 0, command);
    const text = report === undefined ? results.at(-1)?.stdout : await readFile(join(folder.path, report), 'utf8');
    assert.match(text ?? '', /aws_s3_bucket_acl\.site is readable by everyone/);
  });
}

/** A pipeline whose jobs share one comment. */
interface MatrixPipeline {
  readonly block: typeof ofGithub;
  readonly stacks: readonly string[];
  /** Paths of a stack's plan in the job of the stack, and of its report in that job and in the last one. */
  readonly paths: (stack: string) => { readonly plan: string; readonly written: string; readonly collected: string };
}

const matrixPipelines: Readonly<Record<PlatformName, MatrixPipeline>> = {
  github: {
    block: ofGithub.jobs,
    stacks: ofGithub.jobs.policies.strategy.matrix.stack,
    paths: (stack) => ({
      plan: 'plan.json',
      written: ofGithub.jobs.policies.steps.at(-1).with.path,
      collected: `reports/report-${stack}/report.json`,
    }),
  },
  gitlab: {
    block: ofGitlab,
    stacks: ofGitlab.policies.parallel.matrix[0].STACK,
    paths: (stack) => {
      const report = ofGitlab.policies.artifacts.paths[0].replace('$STACK', stack);
      return { plan: `plans/${stack}.json`, written: report, collected: report };
    },
  },
};

for (const [name, { block, stacks, paths }] of Object.entries(matrixPipelines)) {
  test(`The jobs of a matrix get one comment, which names a job without a report (${name})`, async () => {
    await using folder = await temporaryFolder();
    await using platform = await openReviewPlatform(name === 'github' ? 'github' : 'gitlab');
    const shell = await workplace(folder.path);
    const path = (file: string) => join(folder.path, file);
    const plan = await readFile(path('plan.json'), 'utf8');
    await writeFile(path('event.json'), JSON.stringify({ pull_request: { number: 7, head: { sha: commit } } }));
    const { GITHUB_TOKEN = '', GITLAB_TOKEN = '', ...variables } = platform.environment;
    const environment = { ...variables, GITHUB_EVENT_PATH: path('event.json') };
    const [check = ''] = commandsIn(block.policies);
    const [comment = ''] = commandsIn(block.comment);

    const codes = [];
    for (const stack of stacks.toReversed().slice(1)) {
      const { plan: source, written, collected } = paths(stack);
      for (const file of [source, collected]) await mkdir(dirname(path(file)), { recursive: true });
      await writeFile(path(source), stack === 'shop' ? plan.replaceAll('public-read', 'private') : plan);
      codes.push((await shell(check, { ...environment, STACK: stack })).code);
      await rename(path(written), path(collected));
    }
    const tokens = { ...(GITHUB_TOKEN && { GITHUB_TOKEN }), ...(GITLAB_TOKEN && { GITLAB_TOKEN }) };
    const { code, stderr } = await shell(comment, { ...environment, ...tokens });

    assert.deepEqual([stacks, codes, code], [['network', 'shop', 'storage'], [0, 1], 2], stderr);
    const [{ body } = { body: '' }, ...others] = platform.comments;
    assert.equal(others.length, 0);
    assert.match(body, /^<!-- tipstaff check -->\n### ❌ Policies failed\n/);
    assert.match(body, /\n❌ `1 of 3 reports is missing(: storage)?\.`\n/);
    assert.match(body, /\n\| ❌ Policies failed \| `network` \| .*\n\| ⚠️ Policies passed, .* \| `shop` \|/);
  });
}

/** Whether Atlantis treats the output of a custom policy check as a failure, in version 0.38 and in later versions. */
const isFailureForAtlantis: Readonly<Record<string, (output: string) => boolean>> = {
  '0.38': (output) => output === '' || output.toLowerCase().includes('fail'),
  '0.39': (output) => output === '' || /[1-9]\d* failure|failures": \[/.test(output) || /^\s*FAIL/.test(output),
};

for (const [version, isFailure] of Object.entries(isFailureForAtlantis)) {
  test(`The custom policy check for Atlantis ${version} fails with the example and passes with a private bucket`, async () => {
    await using folder = await temporaryFolder();
    const shell = await workplace(folder.path);
    const plan = await readFile(join(folder.path, 'plan.json'), 'utf8');
    await writeFile(join(folder.path, 'private.json'), plan.replaceAll('public-read', 'private'));
    const [command = ''] = commandsIn(atlantisCheck);

    const [failed, passed] = [
      await shell(command, { SHOWFILE: 'plan.json' }),
      await shell(command, { SHOWFILE: 'private.json' }),
    ];

    assert.match(failed.stdout, /aws_s3_bucket_acl\.site is readable by everyone/);
    assert.deepEqual([failed.code, passed.code], [0, 0]);
    assert.deepEqual([isFailure(failed.stdout), isFailure(passed.stdout)], [true, false]);
  });
}

/** Creates an organization with the name that the documentation uses. The organization has no records. */
const shireOf = async (world: World) => {
  const person = await world.person({ isAdmin: true });
  const attributes = { name: 'shire', email: 'shire@example.com' };
  const created = await person.client.post('/organizations', documentOf('organizations', attributes));
  assert.equal(created.status, 201);
  return person;
};

test('The pipeline with a service pushes the policies and checks a plan with them', async () => {
  await using folder = await temporaryFolder();
  await using world = await openWorld('sqlite');
  await using _jobs = startEveryJob(world);
  const person = await shireOf(world);
  const home = { ...(await world.home()), name: 'shire', client: person.client };
  await newPolicySet(home, 'baseline', { kind: 'opa', global: true });
  await newWorkspace(home, 'shop');
  const shell = await workplace(folder.path);
  const service = { TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: person.token };
  const [check = '', push = ''] = commandsIn(withService);

  const before = await shell(check, service);
  const pushed = await shell(push, service);
  const after = await shell(check, service);

  assert.deepEqual([before.code, pushed.code, after.code], [2, 0, 1], pushed.stderr);
  assert.match(before.stdout, /nothing was evaluated|no polic/i);
  assert.match(
    await readFile(join(folder.path, 'policies.xml'), 'utf8'),
    /aws_s3_bucket_acl\.site is readable by everyone/,
  );
});
