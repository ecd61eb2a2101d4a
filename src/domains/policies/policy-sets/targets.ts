// Workspaces and projects that a policy set applies to or excludes.
import type { Reader } from '../../../db/database.ts';
import type { Problem } from '../../../jsonapi/errors.ts';
import { unknownReferences } from '../../organizations/index.ts';

/** Names of the relationships between a policy set and workspaces or projects. */
export const targetTypes = ['workspaces', 'projects', 'workspace-exclusions', 'project-exclusions'] as const;
export type TargetType = (typeof targetTypes)[number];

/** Resource type and storage of each relationship. */
export const targets = {
  workspaces: { to: 'workspaces', column: 'workspace_id', is_exclusion: 0 },
  projects: { to: 'projects', column: 'project_id', is_exclusion: 0 },
  'workspace-exclusions': { to: 'workspaces', column: 'workspace_id', is_exclusion: 1 },
  'project-exclusions': { to: 'projects', column: 'project_id', is_exclusion: 1 },
} as const satisfies Readonly<Record<TargetType, object>>;

/** References to targets or exclusions in a request. */
export interface TargetReferences {
  readonly type: TargetType;
  readonly ids: readonly string[];
  /** JSON Pointer to the list of references in the request. */
  readonly pointer: string;
}

/** Returns a problem for each identifier that does not belong to a workspace or project of the organization. */
export function targetProblems(
  reader: Reader,
  organization: string,
  { type, ids, pointer }: TargetReferences,
): Promise<readonly Problem[]> {
  const { to } = targets[type];
  return unknownReferences(reader, organization, { to, ids, pointerOf: (index) => `${pointer}/${index}/id` });
}
