// Declares a suite for each test file; one that does not load is a suite that fails.
import { AsyncResource } from 'node:async_hooks';
import { resolve } from 'node:path';
import { before, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type Queue, take, takenBy } from './queue.ts';
import { startTracking, stopTracking } from './tracking.ts';

/** A process and the queue that it takes files from. */
export interface Share {
  readonly root: string;
  readonly queue: Queue;
  readonly taker: string;
}

/** Declares the files that the process was dealt. */
export const declareDealt = (share: Share): Promise<void> => declare(share, takenBy(share.queue, share.taker));

/** Suites of files are in no other suite. */
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

/** Called when a suite begins, since a process ends with its last suite. */
async function declareNext(share: Share): Promise<void> {
  const file = take(share.queue, share.taker);
  if (file !== undefined) await declare(share, [file]);
}
