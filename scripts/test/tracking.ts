// Turns off the test runner's async hook. The hook records which test each promise belongs to, and causes most of the
// cost of promises. Only declaring tests requires the hook. Without the hook, an error that no test awaits makes the
// whole process fail.
import type { AsyncHook, createHook } from 'node:async_hooks';

const hooks: AsyncHook[] = [];

// This module must be loaded before the test runner, because the test runner creates its async hook when it is loaded.
const asyncHooks: { createHook: typeof createHook } = process.getBuiltinModule('node:async_hooks');
const original = asyncHooks.createHook;
asyncHooks.createHook = (callbacks) => {
  const hook = original(callbacks);
  hooks.push(hook);
  return hook;
};

/** Turns the test runner's async hook on. Called before more tests are declared. */
export const startTracking = (): void => {
  for (const hook of hooks) hook.enable();
};

/** Turns the test runner's async hook off for promises that are created from now on. */
export const stopTracking = (): void => {
  for (const hook of hooks) hook.disable();
};
