// Refreshes cached data after a change.
import { queryClient } from './query-client.ts';
import { type Kind, keyOf } from './query-key.ts';

/** Lists, for a type of cached data, the other types that contain it. They are refreshed whenever it is refreshed. */
const shownIn: Partial<Record<Kind, readonly Kind[]>> = {
  evaluation: ['evaluations'],
  exemption: ['exemptions'],
  // The grant of a request creates an exemption.
  'exemption-request': ['exemption-requests', 'exemptions'],
  'identity-provider': ['identity-providers'],
  module: ['modules', 'module-downloads', 'module-version', 'module-versions'],
  organization: ['organizations'],
  parameters: ['parameter-overrides'],
  policy: ['policies'],
  'policy-set': ['policy-sets'],
  'run-task': ['run-tasks'],
  'team-access': ['delegations'],
  subscription: ['plans', 'usage'],
  team: ['team-users', 'teams'],
  tokens: ['organization-token'],
  user: ['user-identities', 'user-organizations', 'users'],
};

/**
 * Refreshes all cached data of a type and of the types that contain it. If `parts` are given, only data of the type
 * itself whose key begins with these parts is refreshed. Data on the current page is requested immediately, other data
 * at its next use.
 */
export function refresh(kind: Kind, ...parts: readonly unknown[]): Promise<unknown> {
  const keys = [keyOf(kind, ...parts), ...(shownIn[kind] ?? []).map((each) => keyOf(each))];
  return Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** Removes a deleted record from the cache and refreshes the types of data that contain it. */
export function forget(kind: Kind, id: string): Promise<unknown> {
  queryClient.removeQueries({ queryKey: keyOf(kind, id) });
  return refresh(kind, id);
}
