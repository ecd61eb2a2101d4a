// One process of the policy engine, from its start to its end.
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
   * A program that is the engine, for the machine's own processor, or the function that gives its path at each start and may throw; by
   * default the module in a Node process.
   */
  readonly program?: string | (() => string) | undefined;
  /** Set for a program that serves only where it proved that it reaches nothing but its requests. */
  readonly isConfined?: boolean;
  /** The file of another module, compressed; by default the engine's own. */
  readonly module?: string | undefined;
  /** Maximum memory in MiB. */
  readonly memory: number;
  /** Priority where the processor is busy: `usual` for requests that somebody waits for. */
  readonly priority?: keyof typeof priorities;
}

/** `killed` is an end from outside: by a person, or by a system without memory. */
export type EndReason = 'timeout' | 'memory' | 'stack' | 'crash' | 'killed';

/** The process ended before it answered. */
export class EngineEnded extends Error {
  override readonly name = 'EngineEnded';
  readonly reason: EndReason;
  /** Its last words. */
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
  /** The processor time after which the process is killed, in milliseconds; several times as much may pass. */
  readonly timeout: number;
}

export interface EngineProcess {
  readonly pid: number | undefined;
  /** The answer in JSON; throws `EngineEnded`, or what reading the documents throws, which also ends it. One request at a time. */
  readonly answerTo: (request: EngineRequest) => Promise<string>;
  /** Processor time in ms that it spent on requests, as far as it is known. */
  readonly worked: () => number;
  readonly hasEnded: () => boolean;
  readonly stop: () => Promise<void>;
}

/** Starts a process; it is ready when it answers. */
export function startEngine(settings: EngineSettings): EngineProcess {
  const { niceness, stretch } = priorities[settings.priority ?? 'usual'];
  const child = spawn(...commandOf(settings), { env: {}, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true });
  const state = watched(child);
  if (child.pid !== undefined) yieldToService(child.pid, niceness);

  const answerTo = async ({ header, documents = [], timeout }: EngineRequest): Promise<string> => {
    const pending = Promise.withResolvers<string>();
    // The process may end before anybody waits for its answer.
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
      // It has a part of a request.
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

/** Reads what a process says, until its end. */
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
  // The process may end while it is written to; how it ended says more.
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
  /** Fails what is pending. */
  readonly end: () => void;
  pending?: PromiseWithResolvers<string>;
  isTimeout?: boolean;
  hasEnded?: boolean;
  hasAnswered?: boolean;
  report: string;
  worked: number;
}

const maxReport = 4096;

/** Resolves when a piece is written, or never will be. */
const written = (stream: Writable, piece: Uint8Array): Promise<void> =>
  new Promise((resolve) => stream.write(piece, () => resolve()));

/**
 * Priority below that of the service, and the factor of timeouts that goes with it. On a busy processor
 * the usual one has half as much as the service; with less, costly policies would miss their deadlines there.
 */
const priorities = {
  usual: { niceness: 3, stretch: 3 },
  low: { niceness: 5, stretch: 5 },
  lowest: { niceness: 7, stretch: 10 },
} as const;

/** The lowest priority that there is. */
const maxNiceness = 19;

/**
 * The service answers requests, which cannot wait as long as an evaluation can. A thread has the priority of the one that started
 * it; a program may have started some before it got its own, so this is done again when it has answered.
 */
function yieldToService(pid: number, niceness: number): void {
  try {
    for (const thread of threadsOf(pid)) setPriority(thread, Math.min(maxNiceness, getPriority() + niceness));
  } catch {
    // It has ended already, which is noticed elsewhere, or the system does not allow it.
  }
}

/** Identifiers of the threads, as far as the system lists them; else that of the process. */
const threadsOf = (pid: number): readonly number[] => {
  const folder = `/proc/${pid}/task`;
  return existsSync(folder) ? readdirSync(folder).map(Number) : [pid];
};

const source = 'src/effects/policy-engine/engine-child.ts';

const pagesPerMebibyte = 16;

/**
 * The stack of the engine's thread, in MiB, beside its memory. The comparison of two documents takes about 200 bytes of it for
 * each value in them; the system counts only what is used.
 */
export const stackOf = (memory: number): number => Math.floor(memory / 2);

/** A program and its arguments. */
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
    // Memory from which on Go's garbage collector works harder.
    Math.floor((memory * 2) / 3),
  ];
  return [execPath, [...execArgv, entry, ...limits.map(String), ...(module === undefined ? [] : [module])]];
}

/** Signals that come from outside. What goes wrong in the process ends it with others. */
const outerSignals: ReadonlySet<string | null> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']);

function reasonOf({ isTimeout, report }: State, { signalCode }: ChildProcess): EndReason {
  if (isTimeout) return 'timeout';
  const reason = reasonIn(report);
  return reason === 'crash' && outerSignals.has(signalCode) ? 'killed' : reason;
}

function reasonIn(report: string): EndReason {
  // Go's collector does not look whether it was given the memory that it needs itself.
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
