import { pathToFileURL } from 'node:url';

/** Runs the global test setup, then `work`, then the global test teardown. The teardown also runs if `work` fails. */
export async function withSetup<T>(root: string, work: () => Promise<T>): Promise<T> {
  const module = await import(pathToFileURL(`${root}test/support/global-setup.ts`).href);
  await using stack = new AsyncDisposableStack();
  stack.defer(() => module.globalTeardown());
  await module.globalSetup();
  return await work();
}
