// Cache keys of responses from the service. Only files in the folder `api` create keys. Pages use the queries of that
// folder and pass a resource type to `refresh`, so a misspelled key is a type error.

export type Kind =
  | 'account'
  | 'api-reference'
  | 'audit-stream-status'
  | 'audit-trail'
  | 'candidates'
  | 'certificates'
  | 'delegations'
  | 'deprecation-preview'
  | 'documentation'
  | 'evaluation'
  | 'evaluations'
  | 'exemption'
  | 'exemption-request'
  | 'exemption-requests'
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
  | 'overview'
  | 'parameter-overrides'
  | 'parameters'
  | 'plans'
  | 'policies'
  | 'policy'
  | 'policy-approvals'
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
  | 'team-access'
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

/** Key that was created by `keyOf`. This type rejects any other array. */
export type Key = readonly unknown[] & { readonly [made]: true };

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: Key;
  }
}

/**
 * Returns the cache key for a type of data. Further arguments narrow it. Refreshing a key also refreshes all keys that
 * begin with it.
 */
export function keyOf(kind: Kind, ...parts: readonly unknown[]): Key;
export function keyOf(...parts: readonly unknown[]): readonly unknown[] {
  return parts;
}
