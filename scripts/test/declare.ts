// Declares a test suite for each test file. If a file cannot be loaded, its suite fails.
import { AsyncResource } from 'node:async_hooks';
import { resolve } from 'node:path';
import { before, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type Queue, take, takenBy } from './queue.ts';
import { startTracking, stopTracking } from './tracking.ts';

/** A test process, and the queue from which the process takes test files. */
export interface Share {
  readonly root: string;
  readonly queue: Queue;
  readonly taker: string;
}

/** Declares the test files that were assigned to the process in advance. */
export const declareDealt = (share: Share): Promise<void> => declare(share, takenBy(share.queue, share.taker));

/** Async context outside of all suites. In this context, the suite of a file is not nested in another suite. */
const outside = new AsyncResource('test files');

async function declare(share: Share, files: readonly string[]): Promise<void> {
  startTracking();
  const loads = files.map((file) => {
    const { promise, resolve: end } = Promise.withResolvers<void>();
    outside.runInAsyncScope(() =>
      describe(file, () => {
        before(() => declareNext(share));
        return load(share, file).finally(end);
      }),
    );
    return promise;
  });
  await Promise.all(loads);
  stopTracking();
}

const load = ({ root }: Share, file: string): Promise<void> => import(pathToFileURL(resolve(root, file)).href);

/**
 * Declares the next test file in the queue. It is called when a suite begins, because a process exits after its last
 * suite.
 */
async function declareNext(share: Share): Promise<void> {
  const file = take(share.queue, share.taker);
  if (file !== undefined) await declare(share, [file]);
}
