// The two kinds of access: to a workspace, and to a project with all its workspaces.
import { type AccessLevel, projectLevels, workspaceLevels } from '../team-access/levels.ts';
import { membersOfProject, membersOfWorkspace, type StockMember } from './stock-members.ts';

export interface AccessKind {
  readonly place: 'workspace' | 'project';
  readonly type: 'team-workspaces' | 'team-projects';
  readonly column: 'workspace_id' | 'project_id';
  readonly idPrefix: 'tws' | 'tprj';
  readonly levels: readonly AccessLevel[];
  /** Members by their path below `attributes`, such as `workspace-access/runs`. */
  readonly members: Readonly<Record<string, StockMember>>;
  /** Path of the attribute that contains the members about workspaces, with a trailing slash; empty if there is none. */
  readonly workspaceMembers: '' | 'workspace-access/';
}

const projectMembers = Object.entries(membersOfProject).flatMap(([group, members]) =>
  Object.entries(members).map(([name, member]) => [`${group}/${name}`, member] as const),
);

export const workspaceKind: AccessKind = {
  place: 'workspace',
  type: 'team-workspaces',
  column: 'workspace_id',
  idPrefix: 'tws',
  levels: workspaceLevels,
  members: membersOfWorkspace,
  workspaceMembers: '',
};

export const projectKind: AccessKind = {
  place: 'project',
  type: 'team-projects',
  column: 'project_id',
  idPrefix: 'tprj',
  levels: projectLevels,
  members: Object.fromEntries(projectMembers),
  workspaceMembers: 'workspace-access/',
};
