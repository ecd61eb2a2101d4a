// The teams of an organization.
import { Button, NativeSelect, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, linkOptions, useNavigate } from '@tanstack/react-router';
import { teamList } from '../../api/list-specs.ts';
import { organizationQuery } from '../../api/organizations.ts';
import { refresh } from '../../api/refresh.ts';
import { createTeam, type Team, type TeamInput, teamsQuery } from '../../api/teams.ts';
import { ApiFormView, field, useApiForm } from '../../components/api-form.tsx';
import { type Column, countColumn, nameColumn } from '../../components/data-table.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { ListView } from '../../components/list-view.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { useList } from '../../components/use-list.ts';
import { not } from '../../texts/refusals.ts';
import { t } from '../../texts/teams.ts';
import { PeopleSections } from './sections.tsx';
import { isOwners, visibilityOptions } from './team-facts.ts';
import { OrganizationLink } from './trail.tsx';

const route = getRouteApi('/app/organizations/$organization/teams');

const permissionsOf = (team: Team): string => {
  const flags = Object.values(team.attributes['organization-access']);
  return isOwners(team) ? t.everything : t.permissionCount(flags.filter(Boolean).length, flags.length);
};

const columns = (organization: string): readonly Column<Team>[] => [
  nameColumn(t.name, ({ id }) =>
    linkOptions({ to: '/app/organizations/$organization/teams/$team', params: { organization, team: id } }),
  ),
  countColumn('members', t.members, ({ attributes }) => attributes['users-count']),
  {
    id: 'visibility',
    header: t.visibility,
    cell: ({ attributes }) => (attributes.visibility === 'secret' ? t.secret : t.organization),
  },
  { id: 'permissions', header: t.permissions, cell: permissionsOf },
];

const NewTeam = ({ organization, onClose }: { readonly organization: string; readonly onClose: () => void }) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const initial: { -readonly [Name in keyof TeamInput]: TeamInput[Name] } = { name: '', visibility: 'organization' };
  const state = useApiForm(initial, async (values) => {
    const { data } = await createTeam(organization, values);
    notifyDone(t.created(data.attributes.name));
    await refresh(queryClient, 'teams');
    await navigate({ to: '/app/organizations/$organization/teams/$team', params: { organization, team: data.id } });
  });
  return (
    <ApiFormView state={state} act={t.create} refused={not.created} onDone={onClose} onCancel={onClose}>
      <TextInput {...field(state.form, 'name', t.name)} required maxLength={255} data-autofocus />
      <NativeSelect {...field(state.form, 'visibility', t.visibility, t.visibilityHint)} data={visibilityOptions()} />
    </ApiFormView>
  );
};

export function Teams() {
  const { organization } = route.useParams();
  const list = useList(route, (search) => teamsQuery(organization, search));
  const mayCreate = useQuery(organizationQuery(organization)).data?.data.attributes.permissions['can-create-team'];
  const [isCreating, { open, close }] = useDisclosure(false);
  return (
    <Page
      title={t.title}
      trail={<OrganizationLink organization={organization} />}
      actions={mayCreate === true && <Button onClick={open}>{t.create}</Button>}
    >
      <PeopleSections organization={organization} />
      <FormDialog title={t.create} isOpen={isCreating} onClose={close}>
        <NewTeam organization={organization} onClose={close} />
      </FormDialog>
      <ListView
        what={t.what}
        spec={teamList}
        {...list}
        columns={columns(organization)}
        nameOf={({ attributes }) => attributes.name}
        empty={<Text c="dimmed">{t.none}</Text>}
      />
    </Page>
  );
}
