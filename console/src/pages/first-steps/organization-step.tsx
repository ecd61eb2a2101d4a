import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../../api/account.ts';
import { refresh } from '../../api/refresh.ts';
import { PageLink } from '../../components/links.tsx';
import { LoadingRows } from '../../components/loading-rows.tsx';
import { NewOrganizationForm } from '../../components/new-organization-form.tsx';
import { Step } from './step.tsx';

/** Step that creates the first organization. The form suggests the e-mail address of the user's account. */
export function OrganizationStep({ organization }: { readonly organization: string | undefined }) {
  const { data } = useQuery(accountQuery);
  if (organization !== undefined)
    return (
      <Step title="Create an organization" body={`The next steps use ${organization}.`} isDone>
        <PageLink to="/app/organizations/$organization" params={{ organization }}>
          {organization}
        </PageLink>
      </Step>
    );
  return (
    <Step
      title="Create an organization"
      body="An organization contains policies, teams and modules. You become its owner."
      isDone={false}
    >
      {data === undefined ? (
        <LoadingRows />
      ) : (
        <NewOrganizationForm email={data.data.attributes.email} onCreated={() => refresh('organizations')} />
      )}
    </Step>
  );
}
