// Declares a suite for each test file. A file that cannot be loaded becomes a failing suite.
import { AsyncResource } from 'node:async_hooks';
import { resolve } from 'node:path';
import { before, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type Queue, take, takenBy } from './queue.ts';
import { startTracking, stopTracking } from './tracking.ts';

/** Test process and the queue from which it takes files. */
export interface Share {
  readonly root: string;
  readonly queue: Queue;
  readonly taker: string;
}

/** Declares the files that were assigned to the process in advance. */
export const declareDealt = (share: Share): Promise<void> => declare(share, takenBy(share.queue, share.taker));

/** Context outside any suite, so that the suites of files are not nested. */
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

/** Declares the next file of the queue. Called when a suite begins, because a process exits after its last suite. */
async function declareNext(share: Share): Promise<void> {
  const file = take(share.queue, share.taker);
  if (file !== undefined) await declare(share, [file]);
}
