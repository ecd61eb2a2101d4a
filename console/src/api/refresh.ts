// What is read again after a change.
import type { QueryClient } from '@tanstack/react-query';
import { type Kind, keyOf } from './query-key.ts';

/** The kinds that show something of a kind: they are read again with it. */
const shownIn: Partial<Record<Kind, readonly Kind[]>> = {
  evaluation: ['evaluations'],
  'identity-provider': ['identity-providers'],
  module: ['modules', 'module-downloads', 'module-version', 'module-versions'],
  organization: ['organizations'],
  policy: ['policies'],
  'policy-set': ['policy-sets'],
  'run-task': ['run-tasks'],
  subscription: ['plans', 'usage'],
  team: ['team-users', 'teams'],
  user: ['user-identities', 'user-organizations', 'users'],
};

/**
 * Reads again all of a kind, or what further parts of a key name of it, and the kinds that show something of it: immediately
 * if a page shows them, else with their next use.
 */
export function refresh(queryClient: QueryClient, kind: Kind, ...parts: readonly unknown[]): Promise<unknown> {
  const keys = [keyOf(kind, ...parts), ...(shownIn[kind] ?? []).map((each) => keyOf(each))];
  return Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** Drops what is known of a record that was deleted, and reads again the kinds that showed something of it. */
export function forget(queryClient: QueryClient, kind: Kind, id: string): Promise<unknown> {
  queryClient.removeQueries({ queryKey: keyOf(kind, id) });
  return refresh(queryClient, kind, id);
}
