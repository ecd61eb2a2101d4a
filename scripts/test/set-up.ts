import { pathToFileURL } from 'node:url';

/** Runs the work between the tests' global set-up and its teardown, which runs even when the work fails. */
export async function withSetup<T>(root: string, work: () => Promise<T>): Promise<T> {
  const module = await import(pathToFileURL(`${root}test/support/global-setup.ts`).href);
  await using stack = new AsyncDisposableStack();
  stack.defer(() => module.globalTeardown());
  await module.globalSetup();
  return await work();
}
