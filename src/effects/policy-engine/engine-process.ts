// One process of the policy engine, from its start to its end.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { entryFile, programFile } from '../../lib/program-files.ts';
import { startDeadline } from './deadline.ts';
import { answerCollector, type Document, requestPieces } from './frames.ts';

/** How the engine is run. */
export interface EngineSettings {
  /** A program that is the engine, for the machine's own processor; by default the module in a Node process. */
  readonly program?: string | undefined;
  /** The file of another module, compressed; by default the engine's own. */
  readonly module?: string | undefined;
  /** How much memory it may take, in MiB. */
  readonly memory: number;
}

export type EndReason = 'timeout' | 'memory' | 'stack' | 'crash';

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
  /** The processor time after which the process is killed, in milliseconds; three times as much may pass. */
  readonly timeout: number;
}

export interface EngineProcess {
  readonly pid: number | undefined;
  /** The answer in JSON; throws `EngineEnded`, or what reading the documents throws, which also ends it. One request at a time. */
  readonly answerTo: (request: EngineRequest) => Promise<string>;
  readonly hasEnded: () => boolean;
  readonly stop: () => Promise<void>;
}

/** Starts a process; it is ready when it answers. */
export function startEngine(settings: EngineSettings): EngineProcess {
  const child = spawn(...commandOf(settings), { env: {}, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true });
  const state: { pending?: PromiseWithResolvers<string>; isTimeout?: boolean; hasEnded?: boolean; report: string } = {
    report: '',
  };
  const end = (): void => {
    state.hasEnded = true;
    state.pending?.reject(new EngineEnded(state.isTimeout === true ? 'timeout' : reasonIn(state.report), state.report));
  };
  if (child.pid !== undefined) yieldToOthers(child.pid);
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

  const answerTo = async ({ header, documents = [], timeout }: EngineRequest): Promise<string> => {
    const pending = Promise.withResolvers<string>();
    // The process may end before anybody waits for its answer.
    pending.promise.catch(() => undefined);
    state.pending = pending;
    if (state.hasEnded) end();
    using _deadline = startDeadline(child.pid ?? 0, { used: timeout, passed: timeout * maxStretch }, () => {
      state.isTimeout = true;
      child.kill('SIGKILL');
    });
    try {
      for await (const piece of requestPieces(header, documents)) await written(child.stdin, piece);
      return await pending.promise;
    } catch (error) {
      // It has a part of a request.
      await stop(child);
      throw error;
    }
  };
  return { pid: child.pid, answerTo, hasEnded: () => state.hasEnded === true, stop: () => stop(child) };
}

const maxReport = 4096;

/** Resolves when a piece is written, or never will be. */
const written = (stream: Writable, piece: Uint8Array): Promise<void> =>
  new Promise((resolve) => stream.write(piece, () => resolve()));

/** How many times a timeout may pass while other work keeps the process from the processor. */
const maxStretch = 3;

/** Half as much of a busy processor as other processes get; with less, costly policies would miss their deadlines there. */
const niceness = 3;

/** Others answer requests, which cannot wait as long as an evaluation can. */
function yieldToOthers(pid: number): void {
  try {
    setPriority(pid, niceness);
  } catch {
    // It has ended already, which is noticed elsewhere, or the system does not allow it.
  }
}

const entry = entryFile('src/effects/policy-engine/engine-child.ts');
const codeFolder = fileURLToPath(new URL('.', entry));
const modulePath = fileURLToPath(programFile('policy-engine/dist/engine.wasm.zst'));

const pagesPerMebibyte = 16;

/** The program and its arguments. */
function commandOf({ program, module = modulePath, memory }: EngineSettings): [string, readonly string[]] {
  if (program !== undefined) return [program, ['-memory', String(memory)]];
  return [
    process.execPath,
    [
      '--permission',
      '--allow-worker',
      `--allow-fs-read=${codeFolder}`,
      `--allow-fs-read=${module}`,
      '--no-warnings',
      '--max-semi-space-size=2',
      '--max-old-space-size=64',
      `--wasm-max-mem-pages=${memory * pagesPerMebibyte}`,
      fileURLToPath(entry),
      module,
      // Where the collector of the module's language begins to work harder.
      String(Math.floor((memory * 2) / 3)),
    ],
  ];
}

function reasonIn(report: string): EndReason {
  if (/out of memory|cannot allocate memory|allocation failed/i.test(report)) return 'memory';
  if (/stack overflow|exceeds \d+-byte limit|Maximum call stack/.test(report)) return 'stack';
  return 'crash';
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}
