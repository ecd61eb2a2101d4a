// The child process that runs the policy engine, in a thread: only a thread can have a stack of more than the eight megabytes
// that systems give a process, and the evaluator calls itself once for each member of the objects and lists that it unifies.
import { writeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

const [stderr, failed] = [2, 1];
const [threadFile = '', modulePath, memoryLimit, stackSize] = process.argv.slice(2);

const engine = new Worker(threadFile, {
  argv: [modulePath, memoryLimit],
  resourceLimits: { stackSizeMb: Number(stackSize), maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 2 },
  // It reads and writes the files of the process itself. Outputs that are forwarded would become non-blocking, and a long
  // answer would fail where the service has not read the beginning of it.
  stdout: true,
  stderr: true,
});
engine.on('error', (error) => {
  writeSync(stderr, String(error));
  process.exit(failed);
});

// The thread notices that the service is gone only when its policy is evaluated, which can be never.
const parent = process.ppid;
setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 1_000).unref();
