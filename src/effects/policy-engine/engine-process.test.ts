import { deepEqual } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';

/**
 * Program that starts engine processes as a service does. It prints its own scheduling priority and the priorities of
 * engine processes with three different settings.
 */
const printing = `
  const { startEngine } = await import(${JSON.stringify(new URL('./engine-process.ts', import.meta.url).href)});
  const { getPriority } = await import('node:os');
  const engines = [{ memory: 128 }, { memory: 128, priority: 'low' }, { memory: 128, priority: 'lowest' }].map(startEngine);
  console.log(JSON.stringify([getPriority(), ...engines.map(({ pid }) => getPriority(pid))]));
  await Promise.all(engines.map((engine) => engine.stop()));
`;

/** Returns the priorities that the program prints if it runs with this niceness. */
const prioritiesAt = async (niceness: number): Promise<readonly number[]> => {
  const command = ['-n', String(niceness), process.execPath, '--input-type=module', '--eval', printing];
  const service = spawn('nice', command, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed] = await Promise.all([text(service.stdout), once(service, 'close')]);
  return JSON.parse(printed);
};

test('the engine has a lower priority than the service, whatever the priority of the service', {
  skip: process.platform === 'win32',
}, async () => {
  const own = getPriority();

  const [usual, low] = [await prioritiesAt(0), await prioritiesAt(5)];

  deepEqual(
    usual,
    [own, own + 3, own + 5, own + 7].map((each) => Math.min(19, each)),
  );
  deepEqual(
    low,
    [own + 5, own + 8, own + 10, own + 12].map((each) => Math.min(19, each)),
  );
});
