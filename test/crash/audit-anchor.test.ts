// Kills the service with SIGKILL while it writes the audit log's head to a file next to the database, and while it
// checkpoints the write-ahead log. The next start must not require an operator's confirmation. `CRASH_ROUNDS` is the
// number of kills.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Environment, environmentOf, tipstaff } from '../support/command.ts';
import { freshDatabase } from '../support/database.ts';
import { startOptions } from '../support/start-options.ts';
import { engines } from '../support/world.ts';

// biome-ignore lint/style/noProcessEnv: the number of rounds is an option of the run
const { CRASH_ROUNDS = '2' } = process.env;
const rounds = Number(CRASH_ROUNDS);

const program = fileURLToPath(new URL('head-writer.ts', import.meta.url));
// biome-ignore lint/style/noProcessEnv: set by the global set-up
const { NODE_COMPILE_CACHE = '' } = process.env;

/**
 * Starts a writer process and kills it at a random time after its first change. Returns the number of finished changes.
 */
const killedWriter = async (environment: Environment): Promise<number> => {
  const child = spawn(process.execPath, [...startOptions, program], {
    env: { ...environment, NODE_COMPILE_CACHE },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = once(child, 'exit');
  let finished = 0;
  child.stdout.on('data', (dots: Buffer) => {
    finished += dots.length;
  });
  await Promise.race([once(child.stdout, 'data'), end]);
  assert.equal(child.exitCode, null, 'the writer did not start');
  await pause(randomInt(0, 30));
  child.kill('SIGKILL');
  await end;
  return finished;
};

for (const engine of engines) {
  test(`A stored head is never ahead of the database after kill -9, ${rounds} times (${engine})`, async (t) => {
    await using database = await freshDatabase(engine);
    const environment = environmentOf(database);
    let changes = 0;

    for (let round = 0; round < rounds; round += 1) {
      changes += await killedWriter(environment);
      const verified = await tipstaff(['audit', 'verify'], environment);

      assert.equal(verified.code, 0, verified.stdout + verified.stderr);
    }
    const { sealed, waiting } = (await tipstaff(['audit', 'verify', '--json'], environment)).json();
    assert.ok(sealed + waiting >= changes, `${sealed + waiting} of ${changes} changes`);
    t.diagnostic(`${changes} changes were finished before the kills`);
  });
}
