import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { partsOf } from '../../src/cli/backup/read.ts';
import { fill } from '../../src/db/backup/copy.ts';
import type { Engine } from '../../src/db/engine.ts';
import {
  type Environment,
  environmentOf,
  type Outcome,
  startService,
  tipstaff,
  tipstaffProcess,
} from '../support/command.ts';
import { databaseVariables, type FreshDatabase, freshDatabase } from '../support/database.ts';
import { documentOf } from '../support/documents.ts';
import { connect } from '../support/postgres-connection.ts';
import { prepare } from '../support/process.ts';
import { temporaryFolder } from '../support/temporary.ts';

const program = fileURLToPath(new URL('../../bin/tipstaff.js', import.meta.url));

const succeed = (outcome: Outcome): Outcome => {
  assert.equal(outcome.code, 0, outcome.stderr);
  return outcome;
};

/**
 * Creates an instance with accounts, an organization, every type of sealed secret that the command line can create, and
 * a sealed audit record.
 */
const populate = async (environment: Environment) => {
  const prepared = await prepare(environment);
  for (const name of ['ada', 'bo', 'cy'])
    succeed(await tipstaff(['user', 'create', '--username', name, '--email', `${name}@example.com`], environment));
  const smtp = ['host=mail.example.com', 'auth=plain', 'username=u', 'sender=tipstaff@example.com', '--stdin'];
  const input = JSON.stringify({ password: 'of-the-mail-server' });
  succeed(await tipstaff(['settings', 'set', 'smtp', ...smtp], environment, { input }));
  succeed(await tipstaff(['oidc', 'rotate'], environment));
  succeed(await tipstaff(['audit', 'verify'], environment));
  return prepared;
};

/**
 * Returns all rows in a backup except those that commands change: audit records, the head of the audit log's hash
 * chain, and the marker of a restore.
 */
const rowsIn = async (file: string) => {
  const rows: string[] = [];
  for await (const part of partsOf({ file, passphrase: undefined })) {
    if (!('rows' in part) || part.table.name.startsWith('audit')) continue;
    const { columns, name } = part.table;
    for (const row of part.rows) {
      if (row.includes('audit-head') || row.includes('held')) continue;
      const values = Object.fromEntries(columns.map((column, index) => [column, row[index]] as const).sort());
      rows.push(`${name} ${JSON.stringify(values)}`);
    }
  }
  return rows.sort();
};

const unused = async (engine: Engine): Promise<FreshDatabase> => {
  if (engine === 'postgres') return freshDatabase(engine);
  const folder = await temporaryFolder();
  const dataDir = join(folder.path, 'data');
  return { dataDir, databaseUrl: undefined, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
};

/**
 * Returns the environment variables for a restore into an empty database. A restore writes the encryption key into a
 * data folder, but not into PostgreSQL.
 */
const restoringTo = async (target: FreshDatabase, source: Environment): Promise<Environment> => {
  const { dataDir, databaseUrl } = target;
  const { TIPSTAFF_DATA_DIR: folder = '', TIPSTAFF_ENCRYPTION_KEY: configured } = source;
  const key = configured ?? (databaseUrl && (await readFile(join(folder, 'encryption-key'), 'utf8')).trim());
  return {
    TIPSTAFF_DATA_DIR: dataDir,
    TIPSTAFF_LOG_LEVEL: 'error',
    ...databaseVariables(target),
    ...(key !== undefined && { TIPSTAFF_ENCRYPTION_KEY: key }),
  };
};

const engines: readonly Engine[] = ['sqlite', 'postgres'];

for (const from of engines) {
  for (const to of engines) {
    test(`A restored backup equals the original instance, from ${from} to ${to}`, async () => {
      await using folder = await temporaryFolder();
      await using source = await freshDatabase(from);
      await using target = await unused(to);
      const [first, second] = [join(folder.path, 'first'), join(folder.path, 'second')];
      const environment = environmentOf(source);
      await populate(environment);
      const restoring = await restoringTo(target, environment);

      succeed(await tipstaff(['backup', first], environment));
      const restored = succeed(await tipstaff(['restore', first, '--json'], restoring));
      const verified = await tipstaff(['audit', 'verify'], restoring);
      const user = await tipstaff(['user', 'show', 'bo', '--json'], restoring);
      succeed(await tipstaff(['backup', second], restoring));
      const again = await tipstaff(['restore', first], restoring);

      assert.equal((await stat(first)).mode & 0o777, 0o600);
      assert.ok(restored.json().rows > 20);
      assert.deepEqual(await rowsIn(second), await rowsIn(first));
      assert.deepEqual([verified.code, user.code], [0, 0]);
      assert.equal(again.code, 1);
      assert.match(again.stderr, /already contains an instance/);
      const actions = (await tipstaff(['audit', 'list', '--json'], restoring))
        .json()
        .data.map(({ attributes }: { attributes: { action: string } }) => attributes.action);
      assert.ok(actions.includes('instance.restore') && actions.includes('instance.backup'));
    });
  }
}

test('PostgreSQL has statistics about the restored rows', async () => {
  await using folder = await temporaryFolder();
  await using source = await freshDatabase('sqlite');
  await using target = await freshDatabase('postgres');
  const [file, environment] = [join(folder.path, 'backup'), environmentOf(source)];
  await populate(environment);
  succeed(await tipstaff(['backup', file], environment));

  succeed(await tipstaff(['restore', file], await restoringTo(target, environment)));

  await using connection = await connect(target.databaseUrl ?? '');
  const counted = 'select count(*)::integer as rows from users';
  const [known] = await connection.run(
    `select reltuples::integer as rows from pg_class where oid = 'users'::regclass union all ${counted}`,
  );
  const [there] = await connection.run(counted);
  assert.ok(there?.rows !== undefined && Number(there.rows) > 0);
  assert.deepEqual(known, there);
});

test('A backup of a running instance has every change that was acknowledged before, and a service starts on it', async () => {
  await using folder = await temporaryFolder();
  await using source = await freshDatabase('sqlite');
  const environment = environmentOf(source);
  const { token } = await prepare(environment);
  const file = join(folder.path, 'backup');
  const restoring: Environment = { TIPSTAFF_DATA_DIR: join(folder.path, 'data') };
  const code = Buffer.from(Array.from({ length: 100_000 }, (_each, index) => index % 251));
  const send = (url: string, method: string, path: string, body?: string | Buffer) =>
    fetch(`${url}/api/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': typeof body === 'string' ? 'application/vnd.api+json' : 'application/octet-stream',
      },
      ...(body !== undefined && { body }),
    });

  const acknowledged: string[] = [];
  {
    await using service = await startService(environment);
    const created = async (name: string): Promise<string> => {
      const policy = JSON.stringify(documentOf('policies', { name, kind: 'native', 'enforcement-level': 'advisory' }));
      const answer = await send(service.url, 'POST', '/organizations/home/policies', policy);
      assert.equal(answer.status, 200);
      return Object((await answer.json()) as object).data.id;
    };
    const first = await created('first');
    assert.equal((await send(service.url, 'PUT', `/policies/${first}/upload`, code)).status, 200);
    acknowledged.push(first);
    for (let number = 0; number < 20; number += 1) acknowledged.push(await created(`before-${number}`));
    const backup = tipstaffProcess(['backup', file], environment);
    for (let number = 0; number < 50; number += 1) await created(`during-${number}`);
    succeed(await backup);
  }
  succeed(await tipstaff(['restore', file], restoring));
  await using restored = await startService(restoring);
  const seen = await Promise.all(acknowledged.map((id) => send(restored.url, 'GET', `/policies/${id}`)));
  const download = await send(restored.url, 'GET', `/policies/${acknowledged[0]}/download`);

  assert.deepEqual([...new Set(seen.map(({ status }) => status))], [200]);
  assert.ok(Buffer.from(await download.arrayBuffer()).equals(code));
});

test('An incomplete backup is refused, and nothing is written', async () => {
  await using folder = await temporaryFolder();
  await using source = await freshDatabase('sqlite');
  const environment = environmentOf(source);
  await populate(environment);
  const [plain, sealed, passphrase, wrong] = ['plain', 'sealed', 'passphrase', 'wrong'].map((name) =>
    join(folder.path, name),
  );
  assert.ok(plain !== undefined && sealed !== undefined && passphrase !== undefined && wrong !== undefined);
  await writeFile(passphrase, 'correct horse battery staple\n');
  await writeFile(wrong, 'correct horse battery stable\n');
  succeed(await tipstaff(['backup', plain], environment));
  succeed(await tipstaff(['backup', sealed, '--passphrase-file', passphrase], environment));
  let number = 0;
  const broken = async (from: string, change: (bytes: Buffer) => Buffer): Promise<string> => {
    number += 1;
    const path = join(folder.path, `broken-${number}`);
    await writeFile(path, change(await readFile(from)));
    return path;
  };
  const flipped = (place: number) => (bytes: Buffer) => {
    const at = Math.floor(bytes.length * place);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return bytes;
  };
  const target = join(folder.path, 'new');
  const refusal = async (words: readonly string[]) => {
    const { code, stderr } = await tipstaff(['restore', ...words], { TIPSTAFF_DATA_DIR: target });
    assert.equal(existsSync(target), false, `the data folder was made: ${stderr}`);
    return { code, stderr };
  };

  const cut = await Promise.all(
    [0, 0.3, 0.9].map((part) => broken(plain, (bytes) => bytes.subarray(0, bytes.length * part))),
  );
  const changed = await Promise.all([0.1, 0.5, 0.95].map((place) => broken(plain, flipped(place))));
  for (const file of [...cut, ...changed]) {
    const { code, stderr } = await refusal([file]);
    assert.equal(code, 1, file);
    assert.match(stderr, /^The (backup is incomplete|file is not a backup of Tipstaff)/);
  }
  const withPassphrase = ['--passphrase-file', passphrase];
  for (const change of [flipped(0.0005), flipped(0.5), flipped(0.99), (bytes: Buffer) => bytes.subarray(0, -1)]) {
    const { code, stderr } = await refusal([await broken(sealed, change), ...withPassphrase]);
    assert.equal(code, 1);
    assert.match(stderr, /^The (backup cannot be opened|file is not a backup)/);
  }
  assert.match(
    (await refusal([sealed, '--passphrase-file', wrong])).stderr,
    /^The backup cannot be opened: the passphrase is wrong/,
  );
  assert.match(
    (await refusal([sealed])).stderr,
    /^The backup is encrypted: name the file that contains the passphrase/,
  );
  assert.equal((await readFile(sealed)).includes('correct horse'), false);
  succeed(await tipstaff(['restore', sealed, ...withPassphrase], { TIPSTAFF_DATA_DIR: target }));
});

test('A restore of a backup without a key requires the key, and a backup of a newer version requires that version', async () => {
  await using folder = await temporaryFolder();
  await using source = await freshDatabase('sqlite');
  const environment = environmentOf(source);
  await populate(environment);
  const [file, target] = [join(folder.path, 'backup'), join(folder.path, 'new')];
  const key = (await readFile(join(source.dataDir, 'encryption-key'), 'utf8')).trim();
  succeed(await tipstaff(['backup', file, '--without-key'], environment));
  const text = zstdDecompressSync(await readFile(file)).toString('utf8');

  const without = await tipstaff(['restore', file], { TIPSTAFF_DATA_DIR: target });
  const withOther = await tipstaff(['restore', file], {
    TIPSTAFF_DATA_DIR: target,
    TIPSTAFF_ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64'),
  });
  const exists = await tipstaff(['backup', file], environment);
  const withKey = await tipstaff(['restore', file], { TIPSTAFF_DATA_DIR: target, TIPSTAFF_ENCRYPTION_KEY: key });

  assert.equal(text.includes(key), false);
  assert.match(
    without.stderr,
    /^The backup has no encryption key: set TIPSTAFF_ENCRYPTION_KEY to the key [0-9a-f]{16}/,
  );
  assert.match(withOther.stderr, /^TIPSTAFF_ENCRYPTION_KEY does not contain the key [0-9a-f]{16}/);
  assert.match(exists.stderr, /exists: name a new file/);
  succeed(withKey);
  assert.deepEqual(await readdir(target), ['tipstaff.db', 'tipstaff.db-head']);
});

test('A backup that was changed without the key is refused, with a different authentication code and without one', async () => {
  await using folder = await temporaryFolder();
  await using source = await freshDatabase('sqlite');
  const environment = environmentOf(source);
  await populate(environment);
  const file = join(folder.path, 'backup');
  const key = (await readFile(join(source.dataDir, 'encryption-key'), 'utf8')).trim();
  succeed(await tipstaff(['backup', file, '--without-key'], environment));
  const lines = zstdDecompressSync(await readFile(file))
    .toString('utf8')
    .trimEnd()
    .split('\n');
  const { mac } = JSON.parse(lines.at(-1) ?? '');
  /** Restores a backup with changed content and a matching digest. Returns the result. */
  const restored = async (name: string, change: (text: string) => string, trailer: object) => {
    const text = change(`${lines.slice(0, -1).join('\n')}\n`);
    const sha256 = createHash('sha256').update(text).digest('hex');
    const path = join(folder.path, name);
    await writeFile(path, zstdCompressSync(`${text}${JSON.stringify({ sha256, ...trailer })}\n`));
    const target = join(folder.path, `${name}-data`);
    return tipstaff(['restore', path], { TIPSTAFF_DATA_DIR: target, TIPSTAFF_ENCRYPTION_KEY: key });
  };
  const renamed = (text: string) => text.replaceAll('ada@example.com', 'eve@example.com');

  const same = await restored('same', (text) => text, { mac });
  const changed = await restored('changed', renamed, { mac });
  const unproved = await restored('unproved', renamed, {});
  const stripped = await restored('stripped', (text) => text, {});

  assert.equal(same.code, 0, same.stderr);
  for (const [name, { code, stderr }] of Object.entries({ changed, unproved, stripped })) {
    assert.equal(code, 1, name);
    assert.match(
      stderr,
      /^The backup was changed after its creation: the authentication code is missing or does not match/m,
    );
    assert.equal(existsSync(join(folder.path, `${name}-data`)), false);
  }
});

test('A backup can be written to standard output, and a message says that it contains the key', async () => {
  await using folder = await temporaryFolder();
  await using source = await freshDatabase('sqlite');
  const environment = environmentOf(source);
  await populate(environment);
  const [file, target] = [join(folder.path, 'backup'), join(folder.path, 'new')];

  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, 'backup', '-'], {
    env: environment,
    encoding: 'buffer',
  });
  await writeFile(file, stdout);
  const restored = await tipstaff(['restore', file], { TIPSTAFF_DATA_DIR: target });

  assert.match(stderr.toString(), /^The backup contains the encryption key: keep it as safe as the data folder/);
  succeed(restored);
});

test('A backup cannot be restored into a database that an instance already uses', async () => {
  await using database = await freshDatabase('postgres');
  await tipstaff(['user', 'list'], environmentOf(database));

  await assert.rejects(fill(database), {
    name: 'RefusedBackup',
    message:
      'An instance has started to use this database: stop the instance, and restore into a different, empty database.',
  });
});
