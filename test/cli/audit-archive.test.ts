// Moves audit records from the database to a file. The file is complete, continues the hash chain, and is on disk
// before records are deleted.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { query } from '../../src/db/query.ts';
import { archivedRemovalJob } from '../../src/domains/audit/archive.ts';
import { auditedTransaction } from '../../src/domains/audit/audit.ts';
import { archiveRecords, verifyChain } from '../../src/domains/audit/index.ts';
import { runOnce } from '../../src/runtime/jobs/jobs.ts';
import { storeState } from '../../src/runtime/state/instance-state.ts';
import { commandsOnEachEngine, type Environment, environmentOf, tipstaff } from '../support/command.ts';
import { freshDatabase } from '../support/database.ts';
import { withDatabaseOf } from '../support/process.ts';
import { engines, system } from '../support/world.ts';

const lastTime = query()((db) => db.selectFrom('audit_records').select('at').orderBy('id', 'desc').limit(1));
const sequences = query()((db) =>
  db.selectFrom('audit_records').select('sequence').where('sequence', 'is not', null).orderBy('sequence'),
);

/** Writes `count` records with the same time. Returns the time. */
const writeRecords = (environment: Environment, count: number): Promise<string> =>
  withDatabaseOf(environment, async (context) => {
    const audit = Array.from({ length: count }, (_, index) => ({
      action: `thing.${index}`,
      type: 'things',
      id: 'one',
    }));
    await auditedTransaction(context, system, async () => ({ result: undefined, audit }));
    const at = (await context.database.first(lastTime, {}))?.at ?? '';
    // Ensures that the next record has a later time.
    await pause(2);
    return at;
  });

const placesIn = (environment: Environment): Promise<readonly (number | null)[]> =>
  withDatabaseOf(environment, async ({ database }) =>
    (await database.rows(sequences, {})).map(({ sequence }) => sequence),
  );

const archiveOf = (environment: Environment, name = 'one'): string =>
  `${environment.TIPSTAFF_DATA_DIR}/${name}.archive`;
const later = '2999-01-01';

commandsOnEachEngine(
  'Records are moved into an archive, and the remaining chain continues from it',
  async (environment) => {
    const until = await writeRecords(environment, 1_200);
    const { stdout: early } = await tipstaff(['audit', 'head'], environment);
    await writeRecords(environment, 30);
    const [first, second] = [archiveOf(environment), archiveOf(environment, 'two')];

    const none = await tipstaff(['audit', 'archive', first, '--until', '2001-01-01'], environment);
    const made = await tipstaff(['audit', 'archive', first, '--until', until, '--json'], environment);
    const again = await tipstaff(['audit', 'archive', first, '--until', until, '--json'], environment);
    const extended = await tipstaff(['audit', 'archive', first, '--until', later], environment);
    const verified = await tipstaff(['audit', 'verify', '--head', early.trim(), '--json'], environment);
    const alone = await tipstaff(['audit', 'verify-archive', first], environment);
    const listed = await tipstaff(['audit', 'list', '--json'], environment);

    assert.deepEqual([none.code, existsSync(`${first}.partial`)], [1, false]);
    assert.match(none.stderr, /\nThere are no sealed records from 2001-01-01T00:00:00\.000Z or earlier/);
    const { from, head, records } = made.json();
    assert.deepEqual([from, head, records], ['0:', early.trim(), 1_200]);
    assert.deepEqual(again.json(), made.json());
    assert.deepEqual(
      [extended.code, extended.stderr],
      [
        1,
        `Verifying the file.\n${first} already exists and is a complete archive of the records until ${until}. Run the command again with a new file name.\n`,
      ],
    );
    const { sealed, start, fault } = verified.json();
    assert.deepEqual([sealed, start, fault], [31, head, null]);
    assert.match(
      alone.stdout,
      /1200 records verified, no tampering found\. The chain in the database begins where the archive ends\.\n$/,
    );
    assert.equal(listed.json().meta.pagination['total-count'], 31);
    assert.equal(listed.json().data[0].attributes.action, 'audit-records.archive');
    assert.deepEqual(listed.json().data[0].attributes.after.sha256, made.json().sha256);

    const next = await tipstaff(['audit', 'archive', second, '--until', later, '--json'], environment);
    const replaced = await tipstaff(['audit', 'archive', first, '--until', later], environment);
    const before = await tipstaff(['audit', 'verify', '--head', early.trim()], environment);
    const whole = await tipstaff(['audit', 'verify'], environment);
    const examined = await tipstaff(['doctor'], environment);

    assert.deepEqual([next.json().from, next.json().records], [head, 31]);
    assert.deepEqual(
      [replaced.code, replaced.stderr],
      [
        1,
        `Verifying the file.\n${first} already exists and contains a different part of the audit chain. Run the command again with a new file name.\n`,
      ],
    );
    assert.equal(before.code, 1);
    assert.match(before.stdout, /Record 1200 has been archived, .*"tipstaff audit verify-archive"\.\n$/s);
    assert.deepEqual([whole.code, examined.code], [0, 0], examined.stdout);
    assert.match(examined.stdout, /The first 1231 audit records have been archived/);
    assert.match(
      (await tipstaff(['audit', 'verify-archive', first], environment)).stdout,
      /Later records are in another archive/,
    );
  },
);

/** Replaces a file's checksum with the correct checksum of its content. */
const withChecksum = (text: string): string => {
  const content = text.slice(0, text.trimEnd().lastIndexOf('\n') + 1);
  const records = content.split('\n').length - 2;
  return `${content}${JSON.stringify({ records, sha256: createHash('sha256').update(content).digest('hex') })}\n`;
};

commandsOnEachEngine('An archive file that was changed is refused, and no record is deleted', async (environment) => {
  await writeRecords(environment, 20);
  const file = archiveOf(environment);
  const command = ['audit', 'archive', file, '--until', later];
  const stop = new Error('stopped before the file was read');
  await withDatabaseOf(environment, (context) =>
    assert.rejects(
      archiveRecords(context, system, {
        file,
        until: later,
        progress: (sentence) => {
          if (sentence === 'Verifying the file.') throw stop;
        },
      }),
      stop,
    ),
  );
  const text = readFileSync(file, 'utf8');
  const lines = text.trimEnd().split('\n');
  const changes = {
    'a changed record': text.replace('thing.7', 'thing.8'),
    'a changed record with its checksum': withChecksum(text.replace('thing.7', 'thing.8')),
    'a record less, with the checksum': withChecksum(`${lines.toSpliced(5, 1).join('\n')}\n`),
    'no end': lines.slice(0, -1).join('\n'),
    'half of it': text.slice(0, text.length / 2),
    nothing: '',
    'an end that was cut with the checksum, and the chain goes on': withChecksum(
      `${lines.toSpliced(10, 11).join('\n')}\n`,
    ).replace('"from":"0:"', '"from":"0:1"'),
  };

  for (const [name, changed] of Object.entries(changes)) {
    writeFileSync(file, changed);
    const archived = await tipstaff(command, environment);
    const verified = await tipstaff(['audit', 'verify-archive', file], environment);
    assert.deepEqual([archived.code, verified.code], [1, 1], `${name}: ${archived.stdout}${verified.stdout}`);
    assert.doesNotMatch(archived.stderr, /Tipstaff failed/, name);
  }
  assert.equal((await placesIn(environment)).length, 20);
  writeFileSync(file, text);
  const finished = await tipstaff([...command, '--json'], environment);
  assert.equal(finished.json().records, 20);
  assert.equal((await tipstaff(['audit', 'verify', '--json'], environment)).json().sealed, 1);
});

commandsOnEachEngine('A forged beginning of the chain is an error, and no record is deleted', async (environment) => {
  await writeRecords(environment, 20);
  const head = await tipstaff(['audit', 'head'], environment);

  await withDatabaseOf(environment, async (context) => {
    await context.database.transaction(async (tx) => {
      await storeState(tx, 'audit-start', `${head.stdout.trim()}:${'a'.repeat(64)}`);
      await tx.run((db) => db.deleteFrom('audit_records').where('sequence', '<=', 10));
    });
    await assert.rejects(runOnce(context, archivedRemovalJob(context)), /was not written by Tipstaff/);
    const { fault } = await verifyChain(context);
    assert.match(fault?.detail ?? '', /^The stored start of the audit chain was not written by Tipstaff/);
  });

  assert.equal((await placesIn(environment)).length, 10);
});

const program = fileURLToPath(new URL('../../bin/tipstaff.js', import.meta.url));

/**
 * Kills the command with SIGKILL shortly after it prints the given sentence. Returns whether the command was still
 * running.
 */
const killAt = async (environment: Environment, words: readonly string[], sentence: string, after: number) => {
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exit = once(child, 'exit');
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (text.includes(sentence)) setTimeout(() => child.kill('SIGKILL'), after);
  });
  await exit;
  return child.signalCode === 'SIGKILL';
};

for (const engine of engines) {
  test(`A killed command loses no record, and continues with the same file (${engine})`, async () => {
    await using database = await freshDatabase(engine);
    const environment = environmentOf(database);
    const total = 8_000;
    await writeRecords(environment, total);
    await tipstaff(['audit', 'head'], environment);
    const file = archiveOf(environment);
    const words = ['audit', 'archive', file, '--until', later];
    let kills = 0;

    for (const [sentence, after] of [
      ['Writing', 20],
      ['Verifying', 20],
      ['Removing', 20],
    ] as const) {
      if (await killAt(environment, words, sentence, after)) kills += 1;
      const places = (await placesIn(environment)).filter((place) => (place ?? 0) <= total);
      if (places.length < total) {
        const alone = await tipstaff(['audit', 'verify-archive', file, '--json'], environment);
        assert.equal(alone.json().records, total);
      }
      assert.equal((await tipstaff(['audit', 'verify'], environment)).code, 0, sentence);
    }
    const finished = await tipstaff([...words, '--json'], environment);

    assert.ok(kills >= 2, `${kills} of the kills came in time`);
    assert.equal(finished.json().records, total);
    assert.deepEqual(await placesIn(environment), [total + 1]);
    assert.equal((await tipstaff(['audit', 'verify'], environment)).code, 0);
  });
}
