// Child process that runs the policy engine in a thread. The evaluator recurses once for each member of the objects and
// lists that it unifies, so it needs a large stack. Systems limit the stack of a process to 8 MB, and only a thread can
// have a larger one.
import { writeSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { startThread } from '../../kernel/program-files.ts';

const [stderr, failed] = [2, 1];
/**
 * Permissions that the process must not have. The process is allowed to read its own code, which does not count as the
 * permission `fs.read`.
 */
const scopes = ['fs.read', 'fs.write', 'net', 'child', 'addon', 'wasi', 'inspector'];
const [maxPages, stackSize, memoryLimit, ...module] = process.argv.slice(2);

const problem = sandboxProblem();
if (problem !== undefined)
  end(`The policy engine does not start, because ${problem}: policies could access more than their input.`);

// The flag applies to memory that is allocated after this line.
setFlagsFromString(`--wasm-max-mem-pages=${Number(maxPages)}`);
const engine = startThread('src/effects/policy-engine/engine-thread.ts', {
  argv: [stackSize, memoryLimit, ...module],
  resourceLimits: { stackSizeMb: Number(stackSize), maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 2 },
  // The thread reads and writes the process's file descriptors directly. If Node.js forwarded the output instead,
  // writes would be non-blocking. Writing a long answer would then fail if the service has not read its beginning yet.
  stdout: true,
  stderr: true,
});
engine.on('error', (error) => end(String(error)));

// If the service ends, the thread only notices this after its evaluation, which may never end. So this timer kills the
// process.
const parent = process.ppid;
setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 1_000).unref();

/**
 * Returns the reason why the process is not sandboxed, or undefined if it is sandboxed. The check is necessary, because
 * Node.js silently ignores options in the wrong position.
 */
function sandboxProblem(): string | undefined {
  const { permission } = process;
  // Without `--permission`, `process.permission` is undefined, although its type says otherwise.
  if (typeof permission?.has !== 'function') return 'Node.js runs it without --permission';
  const granted = scopes.filter((scope) => permission.has(scope));
  return granted.length === 0 ? undefined : `Node.js grants it ${granted.join(', ')}`;
}

function end(report: string): void {
  writeSync(stderr, `${report}\n`);
  process.exit(failed);
}
