// Page of an organization's teams.
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, linkOptions, useNavigate } from '@tanstack/react-router';
import { teamList } from '../../api/list-specs.ts';
import { organizationQuery } from '../../api/organizations.ts';
import { refresh } from '../../api/refresh.ts';
import { createTeam, type Team, type TeamInput, teamsQuery } from '../../api/teams.ts';
import { ApiFormView, useApiForm } from '../../components/api-form.tsx';
import { type Column, countColumn, nameColumn } from '../../components/data-table.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { ListView } from '../../components/list-view.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { useList } from '../../components/use-list.ts';
import { useNewRecord } from '../../components/use-new-record.ts';
import { permissionGroups } from '../../texts/teams.ts';
import { PeopleSections } from './sections.tsx';
import { isOwners, visibilityOptions } from './team-facts.ts';
import { OrganizationLink } from './trail.tsx';

const route = getRouteApi('/app/organizations/$organization/teams');

const shownPermissions = permissionGroups.flatMap(({ permissions }) => permissions);

const permissionsOf = (team: Team): string => {
  const flags = shownPermissions.map((permission) => team.attributes['organization-access'][permission]);
  return isOwners(team)
    ? 'Everything'
    : `${flags.filter(Boolean).length.toLocaleString('en')} of ${flags.length.toLocaleString('en')}`;
};

const columns = (organization: string): readonly Column<Team>[] => [
  nameColumn('Name', ({ id }) =>
    linkOptions({ to: '/app/organizations/$organization/teams/$team', params: { organization, team: id } }),
  ),
  countColumn('members', 'Members', ({ attributes }) => attributes['users-count']),
  {
    id: 'visibility',
    header: 'Visibility',
    cell: ({ attributes }) =>
      attributes.visibility === 'secret' ? 'Only members of the team' : 'Everybody in the organization',
  },
  { id: 'permissions', header: 'Permissions', cell: permissionsOf },
];

const NewTeam = ({ organization, onClose }: { readonly organization: string; readonly onClose: () => void }) => {
  const navigate = useNavigate();
  const initial: { -readonly [Name in keyof TeamInput]: TeamInput[Name] } = { name: '', visibility: 'organization' };
  const state = useApiForm(initial, async (values) => {
    const { data } = await createTeam(organization, values);
    notifyDone(`The team ${data.attributes.name} was created.`);
    await refresh('teams');
    await navigate({ to: '/app/organizations/$organization/teams/$team', params: { organization, team: data.id } });
  });
  return (
    <ApiFormView state={state} act="Create a team" refused="Not created" onDone={onClose} onCancel={onClose}>
      <TextInput {...state.form.field('name', 'Name')} required maxLength={255} data-autofocus />
      <NativeSelect
        {...state.form.field('visibility', 'Visibility')}
        description="Defines who can see this team."
        data={visibilityOptions}
      />
    </ApiFormView>
  );
};

export function Teams() {
  const { organization } = route.useParams();
  const list = useList(route, (search) => teamsQuery(organization, search));
  const mayCreate = useQuery(organizationQuery(organization)).data?.data.attributes.permissions['can-create-team'];
  const [isCreating, { open, close }] = useNewRecord();
  return (
    <Page
      title="Teams"
      trail={<OrganizationLink organization={organization} />}
      actions={mayCreate === true && <Button onClick={open}>Create a team</Button>}
    >
      <PeopleSections organization={organization} />
      <FormDialog title="Create a team" isOpen={isCreating} onClose={close}>
        <NewTeam organization={organization} onClose={close} />
      </FormDialog>
      <ListView
        what="teams"
        spec={teamList}
        {...list}
        columns={columns(organization)}
        nameOf={({ attributes }) => attributes.name}
        empty="There are no teams that you can see."
      />
    </Page>
  );
}
