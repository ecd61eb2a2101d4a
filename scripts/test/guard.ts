// Loaded into each test process. Node counts a file as passed if its process ends with status 0 before its tests do.
import { after } from 'node:test';

const state = { isFinished: false };
const endings: (() => Promise<unknown>)[] = [];

/** Closes what the tests of a process share, once the last of them has ended. */
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
