// Every test process loads this module. It makes a process fail that exits with status 0 before its tests have
// finished, because Node.js would count its test file as passed.
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
