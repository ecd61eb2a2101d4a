// Settings page of an organization, for its owners.
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Resource } from '../../api/client.ts';
import { readOrganization, updateOrganization } from '../../api/organization-settings.ts';
import { organizationQuery } from '../../api/organizations.ts';
import { queryClient } from '../../api/query-client.ts';
import { refresh } from '../../api/refresh.ts';
import { ApiFormView } from '../../components/api-form.tsx';
import { useSharedForm } from '../../components/changed-elsewhere.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Deletion } from './deletion.tsx';
import { askAboutSettings } from './question.ts';
import { SettingsSections } from './sections.tsx';
import { Contents, changesOf, draftOf, General, SignIn } from './settings-fields.tsx';
import { OrganizationLink } from './trail.tsx';

const route = getRouteApi('/app/organizations/$organization/settings');

const SettingsForm = ({ organization }: { readonly organization: Resource<'organizations'> }) => {
  const navigate = route.useNavigate();
  const { id: name } = organization;
  const { state, notice } = useSharedForm({
    opened: draftOf(organization),
    read: async () => {
      const { data, etag } = await readOrganization(name);
      return { data: draftOf(data.data), etag };
    },
    save: async (draft, now) => {
      await askAboutSettings(name, now.data, draft);
      const document = await updateOrganization(name, changesOf(now.data, draft), now.etag);
      const { id } = document.data;
      queryClient.setQueryData(organizationQuery(id).queryKey, document);
      notifyDone(id === name ? 'Saved.' : `The organization is now called ${id}.`);
      await refresh('organizations');
      if (id !== name) await navigate({ params: { organization: id }, replace: true });
      return draftOf(document.data);
    },
  });
  return (
    <ApiFormView state={state} act="Save">
      {notice}
      <General form={state.form} />
      <SignIn form={state.form} />
      <Contents form={state.form} />
    </ApiFormView>
  );
};

export function OrganizationSettings() {
  const { organization: name } = route.useParams();
  const { data, error, refetch } = useQuery(organizationQuery(name));
  return (
    <Page title="Settings" trail={<OrganizationLink organization={name} />}>
      <SettingsSections organization={name} />
      <QueryState data={data} error={error} refetch={refetch} />
      {data !== undefined && (
        <Stack gap="xl">
          <SettingsForm key={data.data.attributes['external-id']} organization={data.data} />
          {data.data.attributes.permissions['can-destroy'] && <Deletion name={data.data.id} />}
        </Stack>
      )}
    </Page>
  );
}
