import { type TSchema, Type } from 'typebox';
import { creatorOf, creatorSchema } from '../../../jsonapi/creator.ts';
import { permissionsOf } from '../../../jsonapi/permissions.ts';
import { resource, type Shown, shown, shownObject } from '../../../jsonapi/resource.ts';
import { hasPermission } from '../../../kernel/permissions.ts';
import { mapValues } from '../../../lib/functions/records.ts';
import { teamAccess } from './entity.ts';
import { type AccessKind, projectKind, workspaceKind } from './kinds.ts';
import { membersOfProject, membersOfWorkspace, type StockMember } from './stock-members.ts';
import type { AccessRow } from './store.ts';

/** Access of a team, and whether the caller may change it. */
export interface ShownAccess extends AccessRow {
  readonly isManageable: boolean;
}

const teamMayOverride = ({ team_permissions }: AccessRow): boolean =>
  hasPermission(team_permissions, 'delegate-policy-overrides');

/** What a team with the level `admin`, or with delegated overrides, lacks for overriding policies. */
const missingForOverrides = (row: AccessRow) => [
  ...(row.access === 'admin' && row.is_delegated === 0 ? (['policy-override-delegation'] as const) : []),
  ...((row.access === 'admin' || row.is_delegated === 1) && !teamMayOverride(row)
    ? (['delegate-policy-overrides'] as const)
    : []),
];

const membersShown = (members: Readonly<Record<string, StockMember>>): Readonly<Record<string, Shown<ShownAccess>>> =>
  mapValues(members, ({ schema, impliedBy }) => shown<ShownAccess, TSchema>(schema, impliedBy));

const overrides = {
  'policy-overrides': shown(Type.Boolean(), (row: ShownAccess) => row.is_delegated === 1 && teamMayOverride(row)),
};

const { 'project-access': inProject, 'workspace-access': inWorkspaces } = membersOfProject;

const attributesOf: Readonly<Record<AccessKind['place'], Readonly<Record<string, Shown<ShownAccess>>>>> = {
  workspace: { ...membersShown(membersOfWorkspace), ...overrides },
  project: {
    'project-access': shownObject(membersShown(inProject)),
    'workspace-access': shownObject({ ...membersShown(inWorkspaces), ...overrides }),
  },
};

const accessResource = ({ place, type, column, levels }: AccessKind) =>
  resource<ShownAccess>({
    type,
    attributes: {
      access: shown(Type.Enum([...levels]), ({ access }) => access),
      ...attributesOf[place],
      'missing-for-overrides': shown(
        Type.Array(Type.Enum(['policy-override-delegation', 'delegate-policy-overrides'])),
        missingForOverrides,
      ),
      'created-by': shown(creatorSchema, ({ created_by }) => creatorOf(JSON.parse(created_by))),
      ...teamAccess.shown,
      ...permissionsOf<ShownAccess>({
        'can-update': ({ isManageable }) => isManageable,
        'can-destroy': ({ isManageable }) => isManageable,
      }),
    },
    relationships: {
      team: { to: 'teams', one: ({ team_id }) => team_id },
      [place]: { to: `${place}s`, one: (row) => row[column] },
    },
    links: { self: ({ id }) => `/api/v2/${type}/${id}` },
  });

export const accessResources = { workspace: accessResource(workspaceKind), project: accessResource(projectKind) };
