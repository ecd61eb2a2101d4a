// `npm run demo`: a service with sample data, which deletes all its data when it stops.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type SessionClient, sessionClientOf } from '../support/session.ts';
import { temporaryFolder } from '../support/temporary.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Starts the demo with a separate temporary folder, and with environment variables that it must ignore. */
const startDemo = (folder: string) => {
  const env = {
    TMPDIR: folder,
    TIPSTAFF_PORT: '0',
    TIPSTAFF_HOST: '0.0.0.0',
    TIPSTAFF_DATA_DIR: join(folder, 'other'),
    TIPSTAFF_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
    TIPSTAFF_EDITION: 'unknown',
  };
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const child = spawn(process.execPath, ['scripts/demo.ts'], { cwd: root, env, stdio: [...stdio] });
  return { child, exited: once(child, 'exit') };
};

/** Reads the output until it matches. Later output stays in the stream. */
const outputUntil = async ({ stdout }: ChildProcess, pattern: RegExp): Promise<string> => {
  let text = '';
  for await (const piece of stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    text += String(piece);
    if (pattern.test(text)) return text;
  }
  throw new Error(`The demo ended: ${text}`);
};

const textIn = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? assert.fail(`${pattern}: ${text}`);

const totalOf = async (session: SessionClient, path: string): Promise<number> =>
  (await session.get(path)).body.meta.pagination['total-count'];

const evaluationCounts = (session: SessionClient, organization: string): Promise<readonly number[]> =>
  Promise.all(
    ['', 'passed', 'failed', 'overridden', 'errored'].map((status) =>
      totalOf(session, `/organizations/${organization}/evaluations?filter[status]=${status}`),
    ),
  );

test('The demo serves its sample data on this machine only, and deletes everything at its end', async () => {
  await using folder = await temporaryFolder();
  const { child, exited } = startDemo(folder.path);
  try {
    const output = await outputUntil(child, /registry\/network\/aws/);
    const url = textIn(output, /^Open +(http:\/\/127\.0\.0\.1:\d+)$/m);
    const password = textIn(output, /^Password +(\S{20}) /m);
    const [ada, olivia, pia, sam] = ['ada', 'olivia', 'pia', 'sam'].map(() => sessionClientOf(url));
    assert.ok(ada && olivia && pia && sam);
    const signIns = [
      await ada.signIn('ada', { password }),
      await olivia.signIn('olivia', { password }),
      await pia.signIn('pia', { password }),
      await sam.signIn('sam', { password }),
    ];
    const elsewhere = await fetch(url.replace('127.0.0.1', '127.0.0.2')).then(
      () => 'answers',
      () => 'refused',
    );
    const page = await (await fetch(`${url}/sign-in`)).text();

    assert.deepEqual(
      signIns.map(({ status }) => status),
      [201, 201, 201, 401],
    );
    assert.equal(elsewhere, 'refused');
    assert.match(page, /<aside.*Demo for evaluation: .* deleted/);
    assert.equal(output.split(password).length, 2);
    const [platform, payments] = [await evaluationCounts(olivia, 'platform'), await evaluationCounts(pia, 'payments')];
    assert.equal((platform[0] ?? 0) + (payments[0] ?? 0), 295);
    assert.ok([...platform, ...payments].every((count) => count > 0));
    const { workspaces } = (await olivia.get('/organizations/platform/posture')).body.data.attributes;
    assert.ok(workspaces.passed > 0 && workspaces.blocked > 0);
    assert.equal(workspaces['evaluations-not-counted'], 0);
    assert.equal(await totalOf(ada, '/admin/users'), 7);
    assert.equal(await totalOf(ada, '/admin/organizations'), 2);
    assert.equal(await totalOf(olivia, '/organizations/platform/policies'), 6);
    assert.equal(await totalOf(olivia, '/organizations/platform/policy-sets'), 4);
    assert.equal(await totalOf(olivia, '/organizations/platform/registry-modules/deprecations-in-use'), 3);
    assert.ok((await totalOf(ada, '/admin/audit-trail')) > 700);
  } finally {
    child.kill('SIGTERM');
    assert.deepEqual(await exited, [0, null]);
  }
  assert.deepEqual(await readdir(folder.path), []);
});

test('A signal while the demo creates its data ends it and deletes everything', async () => {
  await using folder = await temporaryFolder();
  const { child, exited } = startDemo(folder.path);

  await outputUntil(child, /13 weeks left/);
  child.kill('SIGINT');

  assert.deepEqual(await exited, [0, null]);
  assert.deepEqual(await readdir(folder.path), []);
});

test('A demo whose output is not read still ends and deletes everything', async () => {
  await using folder = await temporaryFolder();
  const { child, exited } = startDemo(folder.path);

  await outputUntil(child, /13 weeks left/);
  child.stdout.destroy();

  assert.deepEqual(await exited, [0, null]);
  assert.deepEqual(await readdir(folder.path), []);
});

test('The next demo removes the data of a demo that was killed, and no other data', async () => {
  await using folder = await temporaryFolder();
  await mkdir(join(folder.path, 'tipstaff-demo-others', 'data'), { recursive: true });
  const killed = startDemo(folder.path);
  await outputUntil(killed.child, /13 weeks left/);
  killed.child.kill('SIGKILL');
  await killed.exited;
  const left = await readdir(folder.path);

  const running = startDemo(folder.path);
  await outputUntil(running.child, /13 weeks left/);
  // A demo removes data of others before its first output.
  const next = startDemo(folder.path);
  await outputUntil(next.child, /temporary instance/);
  const during = await readdir(folder.path);
  for (const { child, exited } of [running, next]) {
    child.kill('SIGINT');
    await exited;
  }

  assert.equal(left.length, 2);
  assert.equal(during.length, 3);
  assert.deepEqual(
    during.filter((name) => left.includes(name)),
    ['tipstaff-demo-others'],
  );
  assert.deepEqual(await readdir(folder.path), ['tipstaff-demo-others']);
});
