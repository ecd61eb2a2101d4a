// Every test process loads this module. If a process exits with status 0 before its tests have finished, this module
// makes the process fail. Otherwise Node.js would count the test file as passed.
import { after } from 'node:test';

const state = { isFinished: false };
const endings: (() => Promise<unknown>)[] = [];

/**
 * Registers a function that releases resources that the tests of the process share. The function runs after the last
 * test.
 */
export const afterAllTests = (close: () => Promise<unknown>): void => void endings.push(close);

after(async () => {
  state.isFinished = true;
  await Promise.all(endings.map((close) => close()));
});
process.on('exit', (code) => {
  if (state.isFinished || code !== 0) return;
  process.stderr.write('The test process ended before its tests did.\n');
  process.exitCode = 1;
});
