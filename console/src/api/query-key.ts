// Keys of what the browser keeps of the service's answers. Only this folder makes them: pages take the queries, and name a
// kind when they refresh (`refresh.ts`), so that no misspelt key leaves a page stale.

export type Kind =
  | 'account'
  | 'api-reference'
  | 'audit-stream-status'
  | 'audit-trail'
  | 'candidates'
  | 'certificates'
  | 'delegations'
  | 'deprecation-preview'
  | 'evaluation'
  | 'evaluations'
  | 'exemptions'
  | 'held-instance'
  | 'identities'
  | 'identity-provider'
  | 'identity-providers'
  | 'members'
  | 'module'
  | 'module-downloads'
  | 'module-version'
  | 'module-versions'
  | 'modules'
  | 'organization'
  | 'organization-token'
  | 'organizations'
  | 'plans'
  | 'policies'
  | 'policy'
  | 'policy-inputs'
  | 'policy-set'
  | 'policy-set-version'
  | 'policy-sets'
  | 'posture'
  | 'project'
  | 'projects'
  | 'registry-hosts'
  | 'replay'
  | 'replays'
  | 'revision-code'
  | 'rule'
  | 'run-task'
  | 'run-task-calls'
  | 'run-tasks'
  | 'session'
  | 'sessions'
  | 'settings'
  | 'signing-keys'
  | 'subscription'
  | 'system-status'
  | 'team'
  | 'team-users'
  | 'teams'
  | 'tokens'
  | 'usage'
  | 'user'
  | 'user-identities'
  | 'user-organizations'
  | 'users'
  | 'workspace'
  | 'workspaces';

declare const made: unique symbol;

/** Key that `keyOf` made: the compiler refuses an array in its place. */
export type Key = readonly unknown[] & { readonly [made]: true };

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: Key;
  }
}

/** Key of a kind of data, or of what the further parts name of it. A key that begins with all of another is below that one. */
export function keyOf(kind: Kind, ...parts: readonly unknown[]): Key;
export function keyOf(...parts: readonly unknown[]): readonly unknown[] {
  return parts;
}
