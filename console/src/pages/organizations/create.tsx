import { useNavigate } from '@tanstack/react-router';
import { refresh } from '../../api/refresh.ts';
import { PageLink } from '../../components/links.tsx';
import { NewOrganizationForm } from '../../components/new-organization-form.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';

export function NewOrganization() {
  const navigate = useNavigate();
  const open = async (name: string) => {
    notifyDone(`The organization ${name} was created.`);
    await refresh('organizations');
    await navigate({ to: '/app/organizations/$organization', params: { organization: name } });
  };
  return (
    <Page
      title="Create an organization"
      intro="You become its first owner."
      trail={<PageLink to="/app/organizations">Organizations</PageLink>}
    >
      <NewOrganizationForm onCreated={open} onCancel={() => navigate({ to: '/app/organizations' })} />
    </Page>
  );
}
