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
   * Native program of the engine, or a function that returns its path at each start and may throw. By default, the
   * engine's WebAssembly module runs in a Node.js process.
   */
  readonly program?: string | (() => string) | undefined;
  /** Whether the program must prove that it is sandboxed before it serves requests. */
  readonly isConfined?: boolean;
  /** Path of another compressed WebAssembly module. By default the engine's own. */
  readonly module?: string | undefined;
  /** Maximum memory in MiB. */
  readonly memory: number;
  /** Scheduling priority on a busy CPU. `usual` is for requests that a user waits for. */
  readonly priority?: keyof typeof priorities;
}

/** `killed` means that the process was ended from outside, by a person or by a system that is out of memory. */
export type EndReason = 'timeout' | 'memory' | 'stack' | 'crash' | 'killed';

/** Thrown if the process ended before it answered. */
export class EngineEnded extends Error {
  override readonly name = 'EngineEnded';
  readonly reason: EndReason;
  /** Error output of the process. */
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
  /** CPU time in ms after which the process is killed. The limit for elapsed time is several times longer. */
  readonly timeout: number;
}

export interface EngineProcess {
  readonly pid: number | undefined;
  /**
   * Returns the answer as JSON. Throws `EngineEnded`, or the error of reading a document, which also ends the process.
   * Accepts one request at a time.
   */
  readonly answerTo: (request: EngineRequest) => Promise<string>;
  /** CPU time in ms that the process spent on requests, as far as it is known. */
  readonly worked: () => number;
  readonly hasEnded: () => boolean;
  readonly stop: () => Promise<void>;
}

/** Starts a process. The process is ready when it answers its first request. */
export function startEngine(settings: EngineSettings): EngineProcess {
  const { niceness, stretch } = priorities[settings.priority ?? 'usual'];
  const child = spawn(...commandOf(settings), { env: {}, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true });
  const state = watched(child);
  if (child.pid !== undefined) yieldToService(child.pid, niceness);

  const answerTo = async ({ header, documents = [], timeout }: EngineRequest): Promise<string> => {
    const pending = Promise.withResolvers<string>();
    // The process may end before its answer is awaited, which must not be an unhandled rejection.
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
      // The process has received only a part of the request.
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

/** Resolves when a piece has been written or cannot be written any more. */
const written = (stream: Writable, piece: Uint8Array): Promise<void> =>
  new Promise((resolve) => stream.write(piece, () => resolve()));

/**
 * Niceness relative to the service, and the factor between CPU time and elapsed time in timeouts. On a busy CPU, a
 * `usual` process gets half as much CPU time as the service. With less, expensive policies would exceed their timeouts.
 */
const priorities = {
  usual: { niceness: 3, stretch: 3 },
  low: { niceness: 5, stretch: 5 },
  lowest: { niceness: 7, stretch: 10 },
} as const;

/** Lowest scheduling priority of the system. */
const maxNiceness = 19;

/**
 * Lowers the priority of a process, because the service's own requests are more urgent than evaluations. A thread
 * inherits the priority of the thread that started it. A program may have started threads before its priority was
 * lowered, so this is repeated after the first answer.
 */
function yieldToService(pid: number, niceness: number): void {
  try {
    for (const thread of threadsOf(pid)) setPriority(thread, Math.min(maxNiceness, getPriority() + niceness));
  } catch {
    // The process has ended already, which is handled elsewhere, or the system does not allow the change.
  }
}

/** Returns the identifiers of a process's threads, or only that of the process if the system does not list threads. */
const threadsOf = (pid: number): readonly number[] => {
  const folder = `/proc/${pid}/task`;
  return existsSync(folder) ? readdirSync(folder).map(Number) : [pid];
};

const source = 'src/effects/policy-engine/engine-child.ts';

const pagesPerMebibyte = 16;

/**
 * Returns the stack size of the engine's thread in MiB, which is additional to its memory. Comparing two documents
 * needs about 200 bytes of stack for each value in them. The system only counts the stack that is used.
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
    // Memory in MiB above which Go's garbage collector runs more often.
    Math.floor((memory * 2) / 3),
  ];
  return [execPath, [...execArgv, entry, ...limits.map(String), ...(module === undefined ? [] : [module])]];
}

/** Signals that are sent from outside. Errors within the process end it with other signals. */
const outerSignals: ReadonlySet<string | null> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']);

function reasonOf({ isTimeout, report }: State, { signalCode }: ChildProcess): EndReason {
  if (isTimeout) return 'timeout';
  const reason = reasonIn(report);
  return reason === 'crash' && outerSignals.has(signalCode) ? 'killed' : reason;
}

function reasonIn(report: string): EndReason {
  // Go's garbage collector does not check whether its own allocations succeed, so it crashes with a segmentation
  // violation.
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
