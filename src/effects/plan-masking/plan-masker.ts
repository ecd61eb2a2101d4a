import { Worker } from 'node:worker_threads';
import { entryFile } from '../../kernel/program-files.ts';
import { newSemaphore } from '../../lib/concurrency/semaphore.ts';
import { errorCode } from '../../lib/errors/error-code.ts';
import type { MaskingResult, MaskingTask } from './masking-thread.ts';

/**
 * Masks the sensitive values of a plan and compresses the rest, with the document about its run. A plan that takes too
 * much time or memory is refused like one that cannot be masked.
 */
export type MaskPlan = (task: MaskingTask) => Promise<MaskingResult>;

/** Makes a masker that masks one plan after another, as each takes most of a processor. */
export function newPlanMasker(): MaskPlan {
  const { run } = newSemaphore({ count: 1 });
  return (task) => run(() => onThread(task));
}

/** Of the thread's heap, in MiB: a plan takes up to twenty times its size. */
const memory = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 512 };
const timeout = 60_000;

async function onThread(workerData: MaskingTask): Promise<MaskingResult> {
  const thread = new Worker(entryFile('src/effects/plan-masking/masking-thread.ts'), {
    workerData,
    resourceLimits: memory,
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  try {
    return await resultOf(thread);
  } finally {
    await thread.terminate();
  }
}

function resultOf(thread: Worker): Promise<MaskingResult> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(tooHard), timeout).unref();
    thread.on('message', resolve);
    thread.on('error', (error) => (isOutOfMemory(error) ? resolve(tooHard) : reject(error)));
    thread.on('exit', () => {
      clearTimeout(timer);
      resolve(tooHard);
    });
  });
}

const tooHard: MaskingResult = { refusal: 'it takes too much memory or time to be read' };

const isOutOfMemory = (error: unknown): boolean => errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY';
