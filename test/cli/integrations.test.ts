// CI integrations: the GitHub action, the GitLab template, the hooks, and the commands in the documentation.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { access, constants, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';
import { commands } from '../../src/cli/commands/index.ts';
import { commit, openReviewPlatform } from '../support/review-platform.ts';
import { temporaryFolder } from '../support/temporary.ts';

const run = promisify(execFile);
const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const textOf = (path: string) => readFile(pathOf(path), 'utf8');
const program = pathOf('bin/tipstaff.js');

type Values = Readonly<Record<string, string>>;

/** Creates a checkout that contains the example, and a function that runs a pipeline script in the checkout. */
const workplace = async (folder: string) => {
  await cp(pathOf('examples'), folder, { recursive: true });
  await mkdir(join(folder, 'bin'));
  await symlink(program, join(folder, 'bin/tipstaff'));
  const PATH = `${join(folder, 'bin')}:${dirname(process.execPath)}:/usr/bin:/bin`;
  return (shell: readonly string[], script: string, variables: Values) =>
    run(shell[0] ?? '', [...shell.slice(1), script], { cwd: folder, env: { PATH, ...variables } }).then(
      (output) => ({ ...output, code: 0 }),
      (error: { readonly stdout: string; readonly stderr: string; readonly code: number }) => error,
    );
};

/** Replaces each expression that refers to an input with the value of the input. */
const withInputs = (text: string, expression: RegExp, inputs: Values): string =>
  text.replaceAll(expression, (_, name: string) => inputs[name] ?? '');

/** Returns the step of an action that runs Tipstaff, with the environment variables for the given inputs. */
const actionStep = async (inputs: Values, id = 'check', path = 'integrations/github/action.yml') => {
  const { inputs: declared, runs, outputs } = parse(await textOf(path));
  const defaults = Object.fromEntries(
    Object.entries<{ default?: string }>(declared).map(([name, each]) => [name, each.default ?? '']),
  );
  for (const name of Object.keys(inputs)) assert.ok(name in declared, name);
  const step = runs.steps.find((each: { id?: string }) => each.id === id);
  const env = Object.fromEntries(
    Object.entries<string>(step.env).map(([name, value]) => [
      name,
      withInputs(value, /\$\{\{ inputs\.([\w-]+) \}\}/g, { ...defaults, ...inputs }),
    ]),
  );
  return { step, env, outputs };
};

const bash = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c'];

test('The GitHub action comments, annotates, writes reports and outputs, and fails if the check fails', async () => {
  await using folder = await temporaryFolder();
  await using platform = await openReviewPlatform('github');
  const shell = await workplace(folder.path);
  const file = (name: string) => join(folder.path, name);
  await writeFile(file('event.json'), JSON.stringify({ pull_request: { number: 7 } }));
  const runner = {
    ...platform.environment,
    GITHUB_EVENT_PATH: file('event.json'),
    GITHUB_OUTPUT: file('output'),
    GITHUB_STEP_SUMMARY: file('summary'),
    GITHUB_ACTION_PATH: pathOf('integrations/github'),
  };
  const { step, env, outputs } = await actionStep({
    plan: 'plan.json\n',
    policies: 'policies',
    key: 'production',
    executable: program,
    'github-token': platform.environment.GITHUB_TOKEN ?? '',
  });

  const failed = await shell(bash, step.run, { ...runner, ...env });
  const [output, body] = [await readFile(file('output'), 'utf8'), platform.comments[0]?.body ?? ''];
  const [summary, sarif, junit] = await Promise.all(
    ['summary', 'tipstaff.sarif', 'tipstaff.xml'].map((name) => readFile(file(name), 'utf8')),
  );
  const hostile = await shell(bash, step.run, {
    ...runner,
    ...env,
    PLAN: '$(touch taken)\n--format=text\n',
    POLICIES: '; touch taken',
  });

  assert.doesNotMatch(step.run, /\$\{\{/);
  assert.equal(failed.code, 1, failed.stderr);
  assert.match(failed.stdout, /^::error file=policies\/no_public_buckets\.rego,line=1,/);
  assert.match(body, /^<!-- tipstaff check production -->\n### ❌ Policies failed: `production`\n/);
  assert.match(summary ?? '', /^### ❌ Policies failed\n/);
  assert.deepEqual(output.split('\n'), [
    'sarif=tipstaff.sarif',
    'junit=tipstaff.xml',
    'json=tipstaff.json',
    'exit-status=1',
    '',
  ]);
  assert.deepEqual(Object.keys(outputs).toSorted(), ['exit-status', 'json', 'junit', 'sarif']);
  assert.equal(JSON.parse(sarif ?? '').version, '2.1.0');
  assert.match(junit ?? '', /<testsuite /);
  assert.equal(hostile.code, 2);
  assert.match(await readFile(file('summary'), 'utf8'), /^### ❌ Not checked\n/);
  assert.match(await readFile(file('tipstaff.xml'), 'utf8'), /<testsuite .* errors="1"/);
  await assert.rejects(access(file('taken')));
});

test('The GitHub action for comments keeps one comment for the reports of the other action', async () => {
  await using folder = await temporaryFolder();
  await using platform = await openReviewPlatform('github');
  const shell = await workplace(folder.path);
  const file = (name: string) => join(folder.path, name);
  await writeFile(file('event.json'), JSON.stringify({ pull_request: { number: 7, head: { sha: commit } } }));
  const { GITHUB_TOKEN = '', ...runner } = {
    ...platform.environment,
    GITHUB_EVENT_PATH: file('event.json'),
    GITHUB_OUTPUT: file('output'),
    GITHUB_STEP_SUMMARY: file('summary'),
  };
  for (const name of ['network', 'shop']) {
    const { step, env } = await actionStep({
      ...{ plan: 'plan.json', policies: 'policies', comment: 'false', executable: program },
      ...{ 'report-name': name, json: `${name}.report` },
    });
    await shell(bash, step.run, { ...runner, ...env });
  }
  const comment = async (inputs: Values) => {
    const path = 'integrations/github/comment/action.yml';
    const { step, env } = await actionStep(
      { reports: '*.report\n', executable: program, 'github-token': GITHUB_TOKEN, ...inputs },
      'comment',
      path,
    );
    assert.doesNotMatch(step.run, /\$\{\{/);
    return shell(bash, step.run, { ...runner, ...env });
  };

  const failed = await comment({ key: 'all', expect: '2' });
  const lenient = await comment({ key: 'all', 'fail-on': 'never', 'require-policies': 'true' });
  const hostile = await comment({ key: 'all', reports: '$(touch taken)\n--fail-on=never\n', expect: '; touch taken' });

  assert.deepEqual([failed.code, lenient.code, hostile.code], [1, 0, 2], failed.stderr + lenient.stderr);
  assert.match(failed.stdout, /^Policies failed {2}network {2}.*\nPolicies failed {2}shop {5}/);
  assert.deepEqual(
    platform.comments.map(({ body }) => body.split('\n').slice(0, 2)),
    [['<!-- tipstaff check all -->', '### ❌ Not checked: `all`']],
  );
  await assert.rejects(access(file('taken')));
});

test('The GitHub action runs the program of its repository if no program is named, with the policies of a service', async () => {
  await using folder = await temporaryFolder();
  const shell = await workplace(folder.path);
  const { step, env } = await actionStep({
    plan: 'plan.json',
    organization: 'shire',
    workspace: 'shop',
    address: 'http://127.0.0.1:1',
    token: 'a-token-of-a-service',
    comment: 'false',
  });

  const { code, stderr } = await shell(bash, step.run, {
    ...env,
    GITHUB_ACTION_PATH: pathOf('integrations/github'),
    GITHUB_OUTPUT: join(folder.path, 'output'),
    GITHUB_STEP_SUMMARY: join(folder.path, 'summary'),
  });

  assert.equal(code, 2);
  assert.match(stderr, /^http:\/\/127\.0\.0\.1:1 does not answer/m);
});

/** Returns the job of the GitLab template with the given inputs. */
const gitlabJob = async (chosen: Values) => {
  const [header, job] = parseAllDocuments(await textOf('integrations/gitlab/templates/check.yml')).map((each) =>
    each.toJS(),
  );
  for (const name of Object.keys(chosen)) assert.ok(name in header.spec.inputs, name);
  const inputs = Object.fromEntries(
    Object.entries<{ default?: unknown }>(header.spec.inputs).map(([name, each]) => [
      name,
      chosen[name] ?? String(each.default),
    ]),
  );
  const text = withInputs(JSON.stringify(job), /\$\[\[ inputs\.([\w-]+) \]\]/g, inputs);
  assert.doesNotMatch(text, /undefined|\$\[\[/);
  return JSON.parse(text).tipstaff;
};

test('The GitLab template comments, writes its report, and fails if the check fails', async () => {
  await using folder = await temporaryFolder();
  await using platform = await openReviewPlatform('gitlab');
  const shell = await workplace(folder.path);
  const tipstaff = await gitlabJob({
    plan: '*.json',
    image: 'registry.example.com/tipstaff',
    policies: 'policies',
    key: 'production',
  });

  const { code, stdout, stderr } = await shell(['sh', '-e', '-c'], tipstaff.script[0], {
    ...platform.environment,
    ...tipstaff.variables,
  });

  assert.equal(code, 1, stderr);
  assert.match(stdout, /2 policies: 2 failed\.\n$/);
  assert.match(platform.comments[0]?.body ?? '', /^<!-- tipstaff check production -->\n/);
  assert.match(await readFile(join(folder.path, tipstaff.artifacts.reports.junit), 'utf8'), /<testsuite /);
});

/** Policy that needs a parameter, and reads an attribute that is unknown in the plan `unknown`. */
const limited = `package limited

deny contains sprintf("limit %d", [input.parameters.limit]) if input.parameters.limit > 5

deny contains "public" if input.plan.resource_changes[_].change.after.acl == "public"
`;

const unknown = {
  format_version: '1.2',
  resource_changes: [
    {
      address: 'aws_s3_bucket.site',
      mode: 'managed',
      type: 'aws_s3_bucket',
      name: 'site',
      change: { actions: ['create'], before: null, after: {}, after_unknown: { acl: true } },
    },
  ],
};

test('The GitHub action and the GitLab template pass on parameters and the setting for unknown values', async () => {
  await using folder = await temporaryFolder();
  const shell = await workplace(folder.path);
  const file = (name: string) => join(folder.path, name);
  await mkdir(file('limited'));
  await writeFile(file('limited/limited.rego'), limited);
  const list = 'policies:\n  - name: limited\n    query: data.limited.deny\n    enforcement-level: mandatory\n';
  await writeFile(file('limited/policies.yaml'), list);
  await writeFile(file('plan.json'), JSON.stringify(unknown));
  await writeFile(file('high.json'), '{"limit": 9}');
  await writeFile(file('low.json'), '{"limit": 2}');
  const shared = { plan: 'plan.json', policies: 'limited', comment: 'false' };
  const runner = { GITHUB_OUTPUT: file('output'), GITHUB_STEP_SUMMARY: file('summary') };
  const onGithub = async (inputs: Values) => {
    const { step, env } = await actionStep({ ...shared, ...inputs, executable: program });
    return shell(bash, step.run, { ...runner, ...env });
  };
  const onGitlab = async (inputs: Values) => {
    const { script, variables } = await gitlabJob({ ...shared, ...inputs, image: 'registry.example.com/tipstaff' });
    return shell(['sh', '-e', '-c'], script[0], variables);
  };

  for (const check of [onGithub, onGitlab]) {
    const high = await check({ parameters: 'high.json' });
    const low = await check({ parameters: 'low.json' });
    const strict = await check({ parameters: 'low.json', 'unknown-values': 'fail-all' });

    assert.deepEqual(
      [high, low, strict].map(({ code }) => code),
      [1, 0, 2],
      strict.stdout + strict.stderr,
    );
    assert.match(high.stdout, /limit 9/);
  }
});

test('The GitHub action and the GitLab template pass on the folder of the configuration', async () => {
  await using folder = await temporaryFolder();
  const shell = await workplace(folder.path);
  await mkdir(join(folder.path, 'infra'));
  await writeFile(join(folder.path, 'infra/main.tf'), '\nresource "aws_s3_bucket_acl" "site" {}\n');
  const shared = { plan: 'plan.json', policies: 'policies', source: 'infra', comment: 'false' };
  const { step, env } = await actionStep({ ...shared, executable: program });
  const { script, variables } = await gitlabJob({ ...shared, image: 'registry.example.com/tipstaff' });
  const runner = {
    GITHUB_OUTPUT: join(folder.path, 'output'),
    GITHUB_STEP_SUMMARY: join(folder.path, 'summary'),
    GITHUB_WORKSPACE: folder.path,
  };

  const github = await shell(bash, step.run, { ...runner, ...env });
  const gitlab = await shell(['sh', '-e', '-c'], script[0], variables);

  assert.match(github.stdout, /^::error file=infra\/main\.tf,line=2,title=no_public_buckets failed::/m);
  assert.match(gitlab.stdout, /aws_s3_bucket_acl\.site is readable by everyone \(infra\/main\.tf:2\)$/m);
});

test('The pre-commit hooks run the command from a checkout', async () => {
  const hooks: readonly Values[] = parse(await textOf('.pre-commit-hooks.yaml'));

  const results = [];
  for (const { entry = '', language } of hooks) {
    const [file = '', ...words] = entry.split(' ');
    await access(pathOf(file), constants.X_OK);
    assert.equal(language, 'script');
    results.push(await run(process.execPath, [pathOf(file), ...words, 'policies'], { cwd: pathOf('examples') }));
  }

  assert.deepEqual(
    results.map(({ stdout }) => stdout.trimEnd().split('\n').at(-1)),
    ['sound   owner_tag', '2 tests: 2 passed, 0 failed, 0 errored, 0 skipped.', 'All files are formatted.'],
  );
});

const flagsOf = new Map(
  commands.map(({ declaration: { usage, options = {} } }) => [
    usage
      .split(' ')
      .filter((word) => !/^[<[]/.test(word))
      .join(' '),
    ['--json', ...Object.values(options).map(({ flags }) => flags.split(' ')[0] ?? '')],
  ]),
);

/** Returns the `tipstaff` commands in a text, split into words. */
const commandLines = (text: string): readonly (readonly string[])[] =>
  [...text.replaceAll(/\\\n\s*/g, ' ').matchAll(/\btipstaff ([a-z][^\n`|>&;]*)/g)].flatMap(([, line = '']) => {
    const words = line.replaceAll(/["']/g, '').split(/\s+/);
    return flagsOf.has(words[0] ?? '') || flagsOf.has(words.slice(0, 2).join(' ')) ? [words] : [];
  });

test('Every command in the integrations and on pages about pipelines uses existing options', async () => {
  const files = ['integrations/github/action.yml', 'integrations/gitlab/templates/check.yml', '.pre-commit-hooks.yaml'];
  const documents = ['docs/ci.md', ...globSync('docs/{guides,start}/*.md', { cwd: pathOf('') })];

  const lines = (await Promise.all([...files, ...documents].map(textOf))).flatMap(commandLines);
  for (const words of lines) {
    const known = flagsOf.get(words[0] ?? '') ?? flagsOf.get(words.slice(0, 2).join(' ')) ?? [];
    for (const word of words)
      if (/^--\w/.test(word)) assert.ok(known.includes(word.split('=')[0] ?? ''), words.join(' '));
  }
  const scripts = (await Promise.all(files.slice(0, 2).map(textOf))).join('\n');
  for (const [flag] of scripts.matchAll(/(?<= |\()--[a-z][\w-]*/g))
    assert.ok(flagsOf.get('check')?.includes(flag), flag);
  for (const [flag] of (await textOf('integrations/github/comment/action.yml')).matchAll(/(?<= |\()--[a-z][\w-]*/g))
    assert.ok(flagsOf.get('comment github')?.includes(flag), flag);
  assert.ok(lines.length > 20, `${lines.length}`);
});
