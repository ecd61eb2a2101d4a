// The child process that runs the policy engine, in a thread: only a thread can have a stack of more than the eight megabytes
// that systems give a process, and the evaluator calls itself once for each member of the objects and lists that it unifies.
import { writeSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { startThread } from '../../kernel/program-files.ts';

const [stderr, failed] = [2, 1];
/** Permissions of which the process has none. It reads its own code alone, which is not `fs.read` as a whole. */
const scopes = ['fs.read', 'fs.write', 'net', 'child', 'addon', 'wasi', 'inspector'];
const [maxPages, stackSize, memoryLimit, ...module] = process.argv.slice(2);

const problem = sandboxProblem();
if (problem !== undefined)
  end(`The policy engine does not start, since ${problem}: policies could reach more than their input.`);

// It applies to memory that is made from here on.
setFlagsFromString(`--wasm-max-mem-pages=${Number(maxPages)}`);
const engine = startThread('src/effects/policy-engine/engine-thread.ts', {
  argv: [stackSize, memoryLimit, ...module],
  resourceLimits: { stackSizeMb: Number(stackSize), maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 2 },
  // It reads and writes the files of the process itself. Outputs that are forwarded would become non-blocking, and a long
  // answer would fail where the service has not read the beginning of it.
  stdout: true,
  stderr: true,
});
engine.on('error', (error) => end(String(error)));

// The thread notices that the service is gone only when its policy is evaluated, which can be never.
const parent = process.ppid;
setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 1_000).unref();

/** Reason why the process is not confined. Options that are not where Node.js looks for them have no effect, silently. */
function sandboxProblem(): string | undefined {
  const { permission } = process;
  // Without the permission model there is none, whatever its type says.
  if (typeof permission?.has !== 'function') return 'Node.js runs it without --permission';
  const granted = scopes.filter((scope) => permission.has(scope));
  return granted.length === 0 ? undefined : `Node.js grants it ${granted.join(', ')}`;
}

function end(report: string): void {
  writeSync(stderr, `${report}\n`);
  process.exit(failed);
}
