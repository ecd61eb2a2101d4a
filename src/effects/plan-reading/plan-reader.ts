import { type ChildProcess, fork } from 'node:child_process';
import { processStart } from '../../kernel/program-files.ts';
import { newSemaphore } from '../../lib/concurrency/semaphore.ts';
import type { DocumentInPieces } from '../policy-engine/frames.ts';
import type { PlanReading, PlanReadingAnswer, PlanRefusal, RequestedParts } from './reading-child.ts';

/** Plan as JSON, and the results that are requested for it. */
interface ReadingTask extends RequestedParts {
  readonly plan: Pick<DocumentInPieces, 'pieces'>;
}

/**
 * Masks a plan's sensitive values and compresses the masked plan together with the run document. Also reads the changes
 * of selected resources. A plan that needs too much time or memory is refused in the same way as an unreadable plan.
 */
type ReadPlan = (task: ReadingTask) => Promise<PlanReading>;

/** Plan reader. Disposing of it ends its child process. */
export type PlanReader = ReadPlan & Disposable;

/** Maximum heap size of the child process, in MiB. Parsing a plan needs up to twenty times the plan's size. */
const usualMemory = 512;
/** Maximum time in ms to read one plan, and time in ms after which an idle process is ended. */
const [timeout, idleTime] = [60_000, 10_000];

/** Creates a reader that reads one plan at a time, because reading a plan keeps a CPU core busy. */
export function newPlanReader(memory = usualMemory): PlanReader {
  const { run } = newSemaphore({ count: 1 });
  let idle: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  const start = (): ChildProcess => {
    const started = startProcess(memory);
    // If a process exits while it is idle, a new process is started for the next plan.
    return started.once('exit', () => {
      if (idle === started) idle = undefined;
    });
  };
  const endIdle = (): void => {
    idle?.kill('SIGKILL');
    idle = undefined;
  };
  /** Keeps the process for the next plan, because starting one takes longer than reading a small plan. */
  const keep = (child: ChildProcess): void => {
    child.unref();
    child.channel?.unref();
    idle = child;
    timer = setTimeout(endIdle, idleTime).unref();
  };
  const read = async (task: ReadingTask): Promise<PlanReading> => {
    clearTimeout(timer);
    const child = idle ?? start();
    idle = undefined;
    const answer = await answerOf(child, task).catch((error: unknown): Failure => ({ error }));
    if ('error' in answer || answer === tooHard) child.kill('SIGKILL');
    else keep(child);
    if ('error' in answer) throw answer.error;
    if ('failure' in answer) throw new Error(answer.failure);
    return 'refusal' in answer ? refusedReading(task, answer) : answer;
  };
  const readInTurn: ReadPlan = (task) => run(() => read(task));
  return Object.assign(readInTurn, { [Symbol.dispose]: endIdle });
}

interface Failure {
  readonly error: unknown;
}

/** Returns the result for a plan that cannot be read. Every requested result is replaced by the refusal. */
export const refusedReading = (
  { isRecorded, addresses, moduleHosts }: Pick<RequestedParts, 'isRecorded' | 'addresses' | 'moduleHosts'>,
  refusal: PlanRefusal,
): PlanReading => ({
  ...(isRecorded && { input: refusal }),
  ...(addresses.length > 0 && { changes: refusal }),
  ...(moduleHosts.length > 0 && { modules: refusal }),
});

function startProcess(memory: number): ChildProcess {
  const { entry, ...program } = processStart('src/effects/plan-reading/reading-child.ts', [
    `--max-old-space-size=${memory}`,
  ]);
  return fork(entry, {
    ...program,
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** Returns the child process's answer to a task. Rejects if the process does not start or exits early. */
async function answerOf(child: ChildProcess, task: ReadingTask): Promise<PlanReadingAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<PlanReadingAnswer>();
  const timer = setTimeout(() => resolve(tooHard), timeout).unref();
  const ended = (_code: number | null, signal: string | null) =>
    signal === 'SIGKILL' ? reject(new Error('the process that reads plans was killed')) : resolve(tooHard);
  child.once('message', resolve).once('exit', ended).once('error', reject);
  child.ref();
  child.channel?.ref();
  sendTask(child, task).catch(reject);
  return await promise.finally(() => {
    clearTimeout(timer);
    child.off('message', resolve).off('exit', ended).off('error', reject);
  });
}

async function sendTask(child: ChildProcess, { plan, ...wanted }: ReadingTask): Promise<void> {
  for await (const piece of plan.pieces()) await send(child, piece);
  await send(child, wanted);
}

/** A send error is ignored, because the `exit` event reports that the process has ended. */
const send = (child: ChildProcess, message: Uint8Array | RequestedParts): Promise<void> =>
  new Promise((resolve) => child.send(message, () => resolve()));

const tooHard: PlanRefusal = { refusal: 'reading the plan takes too much memory or time' };
