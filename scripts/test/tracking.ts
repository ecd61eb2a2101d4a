// Turns off the test runner's async hook, which records for each promise the test it belongs to and causes most of the
// cost of promises. Only the declaration of tests needs it. Without the hook, an error that no test awaits fails the
// whole process.
import type { AsyncHook, createHook } from 'node:async_hooks';

const hooks: AsyncHook[] = [];

// NOTE: this module must be loaded before the test runner, which creates its hook on loading.
const asyncHooks: { createHook: typeof createHook } = process.getBuiltinModule('node:async_hooks');
const original = asyncHooks.createHook;
asyncHooks.createHook = (callbacks) => {
  const hook = original(callbacks);
  hooks.push(hook);
  return hook;
};

/** Turns the hook on again, before further tests are declared. */
export const startTracking = (): void => {
  for (const hook of hooks) hook.enable();
};

/** Turns the hook off for all future promises. */
export const stopTracking = (): void => {
  for (const hook of hooks) hook.disable();
};
