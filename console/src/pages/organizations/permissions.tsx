// Page that shows the permissions of all teams.
import { Card, Checkbox, Group, NativeSelect, Stack, Switch, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { type Permission, type Team, teamsQuery } from '../../api/teams.ts';
import { PageLink } from '../../components/links.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { WideTable } from '../../components/wide-table.tsx';
import { permissionNames } from '../../texts/permission-names.ts';
import { groupTexts, permissionGroups, permissionHints } from '../../texts/teams.ts';
import { usePermissionToggle } from './permission-toggle.ts';
import classes from './permissions.module.css';
import { PeopleSections } from './sections.tsx';
import { teamsTrail } from './trail.tsx';

const route = getRouteApi('/app/organizations/$organization/permissions');

interface MatrixProps {
  readonly organization: string;
  readonly teams: readonly Team[];
}

const TeamLink = ({ organization, team }: { readonly organization: string; readonly team: Team }) => (
  <PageLink
    to="/app/organizations/$organization/teams/$team"
    params={{ organization, team: team.id }}
    style={{ overflowWrap: 'anywhere' }}
  >
    {team.attributes.name}
  </PageLink>
);

const MatrixHead = () => (
  <Table.Thead>
    <Table.Tr>
      <Table.Td />
      {permissionGroups.map(({ title, permissions }) => (
        <Table.Th key={title} scope="colgroup" colSpan={permissions.length} className={classes.group ?? ''}>
          {groupTexts[title]}
        </Table.Th>
      ))}
    </Table.Tr>
    <Table.Tr>
      <Table.Th scope="col">Name</Table.Th>
      {permissionGroups.map(({ permissions }) =>
        permissions.map((permission) => (
          <Table.Th
            key={permission}
            scope="col"
            title={permissionHints[permission]}
            className={classes.permission ?? ''}
          >
            <span>{permissionNames[permission]}</span>
          </Table.Th>
        )),
      )}
    </Table.Tr>
  </Table.Thead>
);

/**
 * Table with a row for each team and a column for each permission. The column with the team names stays visible during
 * horizontal scrolling.
 */
const Matrix = ({ organization, teams }: MatrixProps) => {
  const toggle = usePermissionToggle();
  return (
    <WideTable label="Permissions of teams" minWidth={900} className={classes.matrix ?? ''} highlightOnHover>
      <MatrixHead />
      <Table.Tbody>
        {teams.map((team) => (
          <Table.Tr key={team.id}>
            <Table.Th scope="row" fw={500}>
              <TeamLink organization={organization} team={team} />
            </Table.Th>
            {permissionGroups.map(({ permissions }) =>
              permissions.map((permission) => (
                <Table.Td key={permission}>
                  <Checkbox
                    aria-label={`${permissionNames[permission]}: ${team.attributes.name}`}
                    {...toggle(team, permission)}
                  />
                </Table.Td>
              )),
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
};

type ShownPermission = keyof typeof permissionHints & Permission;

const isPermission = (value: string): value is ShownPermission => Object.hasOwn(permissionHints, value);

/** Layout for small screens. The user selects a permission and sees a switch for each team. */
const ByPermission = ({ organization, teams }: MatrixProps) => {
  const toggle = usePermissionToggle();
  const [permission, setPermission] = useState<ShownPermission>('manage-policies');
  const choose = (value: string) => {
    if (isPermission(value)) setPermission(value);
  };
  return (
    <Stack>
      <NativeSelect
        label="Permission"
        description={permissionHints[permission]}
        value={permission}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        data={permissionGroups.map(({ title, permissions }) => ({
          group: groupTexts[title],
          items: permissions.map((value) => ({ value, label: permissionNames[value] })),
        }))}
      />
      <Card withBorder padding="sm">
        <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
          {teams.map((team) => (
            <Group component="li" key={team.id} justify="space-between" wrap="nowrap">
              <Text component="div">
                <TeamLink organization={organization} team={team} />
              </Text>
              <Switch
                aria-label={`${permissionNames[permission]}: ${team.attributes.name}`}
                {...toggle(team, permission)}
              />
            </Group>
          ))}
        </Stack>
      </Card>
    </Stack>
  );
};

export function Permissions() {
  const { organization } = route.useParams();
  const { data, error, refetch } = useQuery(teamsQuery(organization, { size: 100 }));
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const Shown = isNarrow ? ByPermission : Matrix;
  const trail = teamsTrail(organization);
  return (
    <Page
      title="Permissions of all teams"
      intro="Changes take effect immediately. You can grant only permissions that you have."
      trail={trail}
    >
      <PeopleSections organization={organization} />
      <QueryState data={data} error={error} refetch={refetch} />
      {data !== undefined && <Shown organization={organization} teams={data.data} />}
    </Page>
  );
}
