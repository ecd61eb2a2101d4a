import { type ChildProcess, fork } from 'node:child_process';
import { processStart } from '../../kernel/program-files.ts';
import { newSemaphore } from '../../lib/concurrency/semaphore.ts';
import type { DocumentInPieces } from '../policy-engine/frames.ts';
import type { Answer, PlanReading, Refusal, Wanted } from './reading-child.ts';

/** A plan as JSON, and what is wanted of it. */
interface ReadingTask extends Wanted {
  readonly plan: Pick<DocumentInPieces, 'pieces'>;
}

/**
 * Masks a plan and compresses the rest, with the document about its run; and reads its changes of some resources. A plan that
 * takes too much time or memory is refused like one that cannot be read.
 */
type ReadPlan = (task: ReadingTask) => Promise<PlanReading>;

/** Reader of plans. Its process ends with it. */
export type PlanReader = ReadPlan & Disposable;

/** Of the heap of the process, in MiB: a plan takes up to twenty times its size. */
const usualMemory = 512;
/** Maximum time for a plan, and for which the process waits for the next one, in milliseconds. */
const [timeout, idleTime] = [60_000, 10_000];

/** Makes a reader that reads one plan after another, as each takes most of a processor. */
export function newPlanReader(memory = usualMemory): PlanReader {
  const { run } = newSemaphore({ count: 1 });
  let idle: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  const start = (): ChildProcess => {
    const started = startProcess(memory);
    // One that ends while it is idle is replaced.
    return started.once('exit', () => {
      if (idle === started) idle = undefined;
    });
  };
  const endIdle = (): void => {
    idle?.kill('SIGKILL');
    idle = undefined;
  };
  /** A start takes longer than a small plan, so the process stays for the next one. */
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

/** Result of a task of which nothing can be had. */
export const refusedReading = (
  { isRecorded, addresses }: Pick<Wanted, 'isRecorded' | 'addresses'>,
  refusal: Refusal,
): PlanReading => ({
  ...(isRecorded && { input: refusal }),
  ...(addresses.length > 0 && { changes: refusal }),
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

/** Answer of a process to a task. Rejects where the process does not start, or the plan cannot be had. */
async function answerOf(child: ChildProcess, task: ReadingTask): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
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

/** A process that has ended is noticed by its end. */
const send = (child: ChildProcess, message: Uint8Array | Wanted): Promise<void> =>
  new Promise((resolve) => child.send(message, () => resolve()));

const tooHard: Refusal = { refusal: 'it takes too much memory or time to be read' };
