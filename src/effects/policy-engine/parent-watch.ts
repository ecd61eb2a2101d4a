// A thread of the child process that ends it when the service is gone. The process itself notices that only when its
// policy is evaluated, which can be never.
import { Worker } from 'node:worker_threads';

/** As a text, so that the thread needs no compiler of TypeScript. */
const watch = `
  const { workerData: parent } = require('node:worker_threads');
  setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 1_000);
`;

/** Starts the thread; it does not keep the process alive. */
export function watchParent(): void {
  const resourceLimits = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 };
  // With outputs of its own: forwarding them would make those of the process non-blocking, and a long answer would fail where
  // the service has not read the beginning of it.
  const outputs = { stdout: true, stderr: true };
  new Worker(watch, { eval: true, workerData: process.ppid, execArgv: [], resourceLimits, ...outputs }).unref();
}
