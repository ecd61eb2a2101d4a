// One process of the policy engine, from start to end.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { processStart, readPermissions } from '../../kernel/program-files.ts';
import { startDeadline } from './deadline.ts';
import { engineModule } from './engine-module.ts';
import { answerCollector, type Document, requestPieces } from './frames.ts';

/** Settings of the process that runs the engine. */
export interface EngineSettings {
  /**
   * Path of the native engine program, or a function that returns the path at each start and may throw. By default, the
   * engine's WebAssembly module runs in a Node.js process.
   */
  readonly program?: string | (() => string) | undefined;
  /** Whether the program must prove that it is sandboxed before it serves requests. */
  readonly isConfined?: boolean;
  /** Path of a compressed WebAssembly module. Defaults to the module that comes with Tipstaff. */
  readonly module?: string | undefined;
  /** Maximum memory of the process, in MiB. */
  readonly memory: number;
  /** Scheduling priority on a busy CPU. Use `usual` for requests that a user waits for. */
  readonly priority?: keyof typeof priorities;
}

/**
 * Reason why a process ended. `killed` means that it was ended from outside, by a person or by a system that is out of
 * memory.
 */
export type EndReason = 'timeout' | 'memory' | 'stack' | 'crash' | 'killed';

/** Thrown if the process ended before it answered the request. */
export class EngineEnded extends Error {
  override readonly name = 'EngineEnded';
  readonly reason: EndReason;
  /** Text that the process wrote to standard error. */
  readonly report: string;

  constructor(reason: EndReason, report: string) {
    super(`The policy engine ended (${reason}).`);
    this.reason = reason;
    this.report = report;
  }
}

export interface EngineRequest {
  readonly header: object;
  readonly documents?: readonly Document[];
  /** CPU time in ms after which the process is killed. The limit of the elapsed time is several times as long. */
  readonly timeout: number;
}

export interface EngineProcess {
  readonly pid: number | undefined;
  /**
   * Sends a request and returns the answer as JSON. Must not be called while another request is in progress. Throws
   * `EngineEnded`, or the error that occurred while a document was read. Such an error also ends the process.
   */
  readonly answerTo: (request: EngineRequest) => Promise<string>;
  /** Known CPU time in ms that the process spent on requests. */
  readonly worked: () => number;
  readonly hasEnded: () => boolean;
  readonly stop: () => Promise<void>;
}

/** Starts a process. It has finished starting when it answers its first request. */
export function startEngine(settings: EngineSettings): EngineProcess {
  const { niceness, stretch } = priorities[settings.priority ?? 'usual'];
  const child = spawn(...commandOf(settings), { env: {}, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true });
  const state = watched(child);
  if (child.pid !== undefined) yieldToService(child.pid, niceness);

  const answerTo = async ({ header, documents = [], timeout }: EngineRequest): Promise<string> => {
    const pending = Promise.withResolvers<string>();
    // The process may end before its answer is awaited, which must not cause an unhandled rejection.
    pending.promise.catch(() => undefined);
    state.pending = pending;
    if (state.hasEnded) state.end();
    const deadline = startDeadline(child.pid ?? 0, { used: timeout, passed: timeout * stretch }, () => {
      state.isTimeout = true;
      child.kill('SIGKILL');
    });
    try {
      for await (const piece of requestPieces(header, documents)) await written(child.stdin, piece);
      const answer = await pending.promise;
      if (!state.hasAnswered) yieldToService(child.pid ?? 0, niceness);
      state.hasAnswered = true;
      return answer;
    } catch (error) {
      // The process has received only part of the request, so it is useless for further requests.
      await stop(child);
      throw error;
    } finally {
      state.worked += await deadline.stop();
    }
  };
  return {
    pid: child.pid,
    answerTo,
    worked: () => state.worked,
    hasEnded: () => state.hasEnded === true,
    stop: () => stop(child),
  };
}

/** Collects the output of a process until it ends. */
function watched(
  child: ChildProcess & { readonly stdin: Writable; readonly stdout: Readable; readonly stderr: Readable },
) {
  const state: State = { report: '', worked: 0, end: () => end() };
  const end = (): void => {
    state.hasEnded = true;
    state.pending?.reject(new EngineEnded(reasonOf(state, child), state.report));
  };
  child.once('close', end);
  child.once('error', (error) => {
    state.report += error.message;
    end();
  });
  // The process may end while a request is written to it. The reason why it ended is reported instead of this error.
  child.stdin.on('error', () => undefined);
  child.stdout.on(
    'data',
    answerCollector((answer) => state.pending?.resolve(answer.toString('utf8'))),
  );
  child.stderr.on('data', (piece: Buffer) => {
    if (state.report.length < maxReport) state.report += piece.toString('utf8').slice(0, maxReport);
  });
  return state;
}

interface State {
  readonly end: () => void;
  pending?: PromiseWithResolvers<string>;
  isTimeout?: boolean;
  hasEnded?: boolean;
  hasAnswered?: boolean;
  report: string;
  worked: number;
}

const maxReport = 4096;

/** Resolves when a piece has been written to the stream, or when the stream is broken. */
const written = (stream: Writable, piece: Uint8Array): Promise<void> =>
  new Promise((resolve) => stream.write(piece, () => resolve()));

/**
 * `niceness` is added to the service's own niceness. `stretch` is the factor from a CPU time limit to the limit of the
 * elapsed time. On a busy CPU, a `usual` process gets half as much CPU time as the service. With less, expensive
 * policies would exceed their time limits.
 */
const priorities = {
  usual: { niceness: 3, stretch: 3 },
  low: { niceness: 5, stretch: 5 },
  lowest: { niceness: 7, stretch: 10 },
} as const;

/** Niceness of the lowest scheduling priority. */
const maxNiceness = 19;

/**
 * Lowers the priority of a process and its threads, because the service's own requests are more urgent than
 * evaluations. New threads inherit the priority of the thread that started them. A program may have started threads
 * before its priority was lowered, so the priority is lowered again after the first answer.
 */
function yieldToService(pid: number, niceness: number): void {
  try {
    for (const thread of threadsOf(pid)) setPriority(thread, Math.min(maxNiceness, getPriority() + niceness));
  } catch {
    // The error can be ignored. Either the process has ended already, which is handled elsewhere, or the system does
    // not allow the change, and the process keeps its priority.
  }
}

/** Returns the thread IDs of a process. If the system does not list threads, the result is only the process ID. */
const threadsOf = (pid: number): readonly number[] => {
  const folder = `/proc/${pid}/task`;
  return existsSync(folder) ? readdirSync(folder).map(Number) : [pid];
};

const source = 'src/effects/policy-engine/engine-child.ts';

const pagesPerMebibyte = 16;

/**
 * Returns the stack size of the engine's thread in MiB. The stack is not part of the memory limit. Comparing two
 * documents needs about 200 bytes of stack for each value in them. Unused stack does not occupy memory.
 */
export const stackOf = (memory: number): number => Math.floor(memory / 2);

type Command = [program: string, words: readonly string[]];

function commandOf({ program, isConfined = false, module, memory }: EngineSettings): Command {
  const path = typeof program === 'function' ? program() : program;
  if (path !== undefined) return [path, ['-memory', String(memory), ...(isConfined ? ['-confined'] : [])]];
  const { execPath, execArgv, entry } = processStart(source, [
    '--permission',
    '--allow-worker',
    ...readPermissions(source, [engineModule]),
    ...(module === undefined ? [] : [`--allow-fs-read=${module}`]),
    '--no-warnings',
  ]);
  const limits = [
    memory * pagesPerMebibyte,
    stackOf(memory),
    // Soft memory limit in MiB. Near this limit, Go's garbage collector runs more often.
    Math.floor((memory * 2) / 3),
  ];
  return [execPath, [...execArgv, entry, ...limits.map(String), ...(module === undefined ? [] : [module])]];
}

/** Signals with which a person or the system ends a process. A process that crashes ends with other signals. */
const outerSignals: ReadonlySet<string | null> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']);

function reasonOf({ isTimeout, report }: State, { signalCode }: ChildProcess): EndReason {
  if (isTimeout) return 'timeout';
  const reason = reasonIn(report);
  return reason === 'crash' && outerSignals.has(signalCode) ? 'killed' : reason;
}

function reasonIn(report: string): EndReason {
  // Go's garbage collector does not check whether its own allocations succeed. If one fails, the process crashes with a
  // segmentation violation.
  if (/out of memory|cannot allocate memory|allocation failed|^SIGSEGV: segmentation violation/im.test(report)) {
    return 'memory';
  }
  if (/stack overflow|exceeds \d+-byte limit|Maximum call stack/.test(report)) return 'stack';
  return 'crash';
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}
