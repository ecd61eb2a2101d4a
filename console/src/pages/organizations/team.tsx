// Page of a team, with its permissions, access, members and tokens.

import { Button, NativeSelect, SimpleGrid, Stack, Switch, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { createTeamToken, teamTokensQuery } from '../../api/group-tokens.ts';
import { refresh } from '../../api/refresh.ts';
import { deleteTeam, type Team as TeamRecord, teamQuery, updateTeam } from '../../api/teams.ts';
import { ApiFormView, changedOnly, useApiForm } from '../../components/api-form.tsx';
import { confirmAct } from '../../components/confirm.tsx';
import { LoadTogether } from '../../components/load-together.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Section } from '../../components/section.tsx';
import { TokenSection } from '../../components/token-section.tsx';
import { useLocalList } from '../../components/use-list.ts';
import { counted } from '../../texts/counted.ts';
import { permissionNames } from '../../texts/permission-names.ts';
import { groupTexts, permissionGroups, permissionHints } from '../../texts/teams.ts';
import { TeamAccessSection } from '../access/access-sections.tsx';
import { isChangeable, usePermissionToggle } from './permission-toggle.ts';
import { isOwners, visibilityOptions } from './team-facts.ts';
import { TeamMembers } from './team-members.tsx';
import { teamsTrail } from './trail.tsx';

const route = getRouteApi('/app/organizations/$organization/teams/$team');

const Details = ({ team }: { readonly team: TeamRecord }) => {
  const { name, visibility } = team.attributes;
  const initial = {
    name,
    visibility,
    'sso-team-id': team.attributes['sso-team-id'] ?? '',
    'allow-member-token-management': team.attributes['allow-member-token-management'],
  };
  const state = useApiForm(initial, async ({ 'sso-team-id': group, ...values }, changed) => {
    await updateTeam(team.id, changedOnly({ ...values, 'sso-team-id': group === '' ? null : group }, changed));
    await refresh('team');
  });
  const { form } = state;
  return (
    <ApiFormView state={state} act="Save" onDone={() => notifyDone('Saved.')}>
      <TextInput {...form.field('name', 'Name')} required maxLength={255} disabled={isOwners(team)} />
      <NativeSelect
        {...form.field('visibility', 'Visibility')}
        description="Defines who can see this team."
        data={visibilityOptions}
      />
      {!isOwners(team) && (
        <TextInput
          {...form.field('sso-team-id', 'Group of the identity provider')}
          description="Members of this group join the team when they sign in. If this field is empty, the group with the same name as the team is used, provided that the settings of the identity provider allow this."
          maxLength={255}
        />
      )}
      <Switch
        {...form.flag('allow-member-token-management', 'Members can create and delete tokens of the team')}
        description="If this is off, only people who can manage the team can create and delete its tokens."
      />
    </ApiFormView>
  );
};

const PermissionSwitches = ({ team }: { readonly team: TeamRecord }) => {
  const toggle = usePermissionToggle();
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
      {permissionGroups.map(({ title, permissions }) => (
        <Stack key={title} gap="sm">
          <Title order={3} size="h6">
            {groupTexts[title]}
          </Title>
          {permissions.map((permission) => (
            <Switch
              key={permission}
              label={permissionNames[permission]}
              description={permissionHints[permission]}
              {...toggle(team, permission)}
            />
          ))}
        </Stack>
      ))}
    </SimpleGrid>
  );
};

const useDeletion = (organization: string) => {
  const navigate = route.useNavigate();
  return ({ id, attributes: { name, 'users-count': count } }: TeamRecord) =>
    confirmAct({
      title: `Delete the team ${name}?`,
      body: 'The members of the team stay in the organization but lose the permissions of the team. This cannot be undone.',
      consequences: [
        `${counted(count, 'person loses', 'people lose')} the permissions of the team.`,
        'All tokens of the team stop working immediately.',
      ],
      act: 'Delete the team',
      onConfirm: async () => {
        await deleteTeam(id);
        notifyDone(`The team ${name} was deleted.`);
        await navigate({ to: '/app/organizations/$organization/teams', params: { organization } });
        await refresh('teams');
      },
    });
};

const Tokens = ({ team }: { readonly team: TeamRecord }) => {
  const list = useLocalList((search) => teamTokensQuery(team.id, search));
  return <TokenSection {...list} create={(input) => createTeamToken(team.id, input)} />;
};

const Parts = ({ organization, team }: { readonly organization: string; readonly team: TeamRecord }) => {
  const { 'can-update-membership': mayChoose } = team.attributes.permissions;
  return (
    <LoadTogether>
      <TeamMembers organization={organization} team={team} />
      <Section
        title="Permissions"
        {...(isOwners(team) && {
          intro: 'Owners have all permissions. The name and the permissions of this team cannot be changed.',
        })}
      >
        <PermissionSwitches team={team} />
      </Section>
      {!isOwners(team) && <TeamAccessSection organization={organization} team={team} />}
      {(mayChoose || team.attributes['allow-member-token-management']) && <Tokens team={team} />}
      {(mayChoose || isChangeable(team)) && (
        <Section title="Details">
          <Details key={team.id} team={team} />
        </Section>
      )}
    </LoadTogether>
  );
};

export function Team() {
  const { organization, team: id } = route.useParams();
  const { data, error, refetch } = useQuery(teamQuery(id));
  const remove = useDeletion(organization);
  const team = data?.data;
  const trail = teamsTrail(organization);
  return (
    <Page
      title={team?.attributes.name ?? '…'}
      trail={trail}
      actions={
        team?.attributes.permissions['can-destroy'] === true && (
          <Button variant="default" c="var(--mantine-color-error)" onClick={() => remove(team)}>
            Delete the team
          </Button>
        )
      }
    >
      <QueryState data={team} error={error} refetch={refetch} />
      {team !== undefined && <Parts organization={organization} team={team} />}
    </Page>
  );
}
