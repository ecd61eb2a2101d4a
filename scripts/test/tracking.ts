// The test runner keeps for each promise which test it belongs to, which is most of what a promise costs. Only the
// declaration of tests needs it; later, an error that no test awaits fails the process of its file.
import type { AsyncHook, createHook } from 'node:async_hooks';

const hooks: AsyncHook[] = [];

// NOTE: this must be loaded before the test runner, which makes its hook when it is loaded.
const asyncHooks: { createHook: typeof createHook } = process.getBuiltinModule('node:async_hooks');
const original = asyncHooks.createHook;
asyncHooks.createHook = (callbacks) => {
  const hook = original(callbacks);
  hooks.push(hook);
  return hook;
};

/** Starts it again, for tests that are declared from now on. */
export const startTracking = (): void => {
  for (const hook of hooks) hook.enable();
};

/** Ends it for all promises to come. */
export const stopTracking = (): void => {
  for (const hook of hooks) hook.disable();
};
