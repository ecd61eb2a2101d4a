// Loaded into each test process. Node counts a file as passed if its process ends with status 0 before its tests do.
import { after } from 'node:test';

const state = { isFinished: false };
after(() => {
  state.isFinished = true;
});
process.on('exit', (code) => {
  if (state.isFinished || code !== 0) return;
  process.stderr.write('The test process ended before its tests did.\n');
  process.exitCode = 1;
});
