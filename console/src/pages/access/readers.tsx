// List of the teams that can see a workspace or a project, with the reasons.
import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PlaceKind, TeamAccess } from '../../api/team-access.ts';
import { everyTeamQuery, type Team } from '../../api/teams.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Section } from '../../components/section.tsx';
import { levelText } from '../../texts/access-levels.ts';
import { type PermissionName, permissionNames } from '../../texts/permission-names.ts';
import { TeamLink } from './team-link.tsx';

/** Permissions with which a team sees all workspaces. */
const ofAllWorkspaces: readonly PermissionName[] = ['read-workspaces', 'manage-workspaces', 'manage-policies'];

/** Permissions with which a team sees all projects, in addition to `ofAllWorkspaces`. */
const ofAllProjects: readonly PermissionName[] = ['read-projects', 'manage-projects'];

/** Permissions with which a team sees all evaluations, in addition to `ofAllWorkspaces`. */
const ofAllEvaluations: readonly PermissionName[] = ['manage-policy-overrides', 'delegate-policy-overrides'];

interface Reader {
  readonly id: string;
  readonly name: string;
  readonly reasons: readonly string[];
}

/** Returns the permissions of a team that show all workspaces or projects, or all evaluations, as sentences. */
export const permissionReasons = ({ attributes }: Team, kind: PlaceKind): readonly string[] => {
  if (attributes.name === 'owners') return ['Owners see everything.'];
  const granted = (names: readonly PermissionName[]) => names.filter((name) => attributes['organization-access'][name]);
  const all = kind === 'workspace' ? ofAllWorkspaces : [...ofAllWorkspaces, ...ofAllProjects];
  return [
    ...granted(all).map((name) => `The permission “${permissionNames[name]}” shows all ${kind}s.`),
    ...granted(ofAllEvaluations).map((name) => `The permission “${permissionNames[name]}” shows all evaluations.`),
  ];
};

const accessReason = (access: TeamAccess, project: string): string =>
  access.kind === 'project'
    ? `Access to the project ${project} (${levelText(access)})`
    : `Access to this workspace (${levelText(access)})`;

const readersOf = (
  teams: readonly Team[],
  { kind, access, project }: Pick<ReadersProps, 'kind' | 'access' | 'project'>,
): readonly Reader[] =>
  teams
    .map((team) => {
      const own = access.filter((each) => each.team.id === team.id).map((each) => accessReason(each, project));
      return { id: team.id, name: team.attributes.name, reasons: [...permissionReasons(team, kind), ...own] };
    })
    .filter(({ reasons }) => reasons.length > 0);

const columns = (organization: string): readonly Column<Reader>[] => [
  {
    id: 'team',
    header: 'Team',
    cell: (team) => <TeamLink organization={organization} team={team} />,
  },
  {
    id: 'why',
    header: 'Reason',
    cell: ({ reasons }) => (
      <List listStyleType="none" size="sm" style={{ overflowWrap: 'anywhere' }}>
        {reasons.map((reason) => (
          <List.Item key={reason}>{reason}</List.Item>
        ))}
      </List>
    ),
  },
];

interface ReadersProps {
  readonly organization: string;
  readonly kind: PlaceKind;
  readonly access: readonly TeamAccess[];
  /** Name of the project, or of the project that contains the workspace. */
  readonly project: string;
  /** Whether teams are missing, because the user may not see which teams have access to the workspace's project. */
  readonly isPartial: boolean;
}

export function Readers({ organization, kind, access, project, isPartial }: ReadersProps) {
  const { data, error, refetch } = useQuery(everyTeamQuery(organization));
  return (
    <Section
      title={`Who can see this ${kind}`}
      intro="This list shows the owners and the teams that you can see, each with the reason for the access. In addition, people see the evaluations that they created, and the evaluations whose run names them or their team."
    >
      <QueryState data={data} error={error} refetch={refetch} />
      {isPartial && (
        <Text size="sm">
          Teams with access to the project of this workspace are not listed, because you do not have access to the whole
          project.
        </Text>
      )}
      {data !== undefined && (
        <DataTable
          caption="Teams and reasons"
          columns={columns(organization)}
          rows={readersOf(data.data, { kind, access, project })}
          nameOf={({ name }) => name}
        />
      )}
    </Section>
  );
}
