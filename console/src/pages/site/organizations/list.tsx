// Page that lists all organizations of the instance. Administrators who are not members of an organization cannot see
// its contents.
import { NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { siteOrganizationList } from '../../../api/list-specs.ts';
import { canChangePlans, choosePlan, type Plan } from '../../../api/plans.ts';
import { reference } from '../../../api/query.ts';
import { refresh } from '../../../api/refresh.ts';
import { type SiteOrganization, siteOrganizationsQuery, sitePlansQuery } from '../../../api/site-organizations.ts';
import { ApiFormView, useApiForm } from '../../../components/api-form.tsx';
import type { Column } from '../../../components/data-table.tsx';
import { Failure } from '../../../components/failure.tsx';
import { FormButton } from '../../../components/form-button.tsx';
import { ListView } from '../../../components/list-view.tsx';
import { LoadingRows } from '../../../components/loading-rows.tsx';
import { notifyDone } from '../../../components/notify.tsx';
import { Page } from '../../../components/page.tsx';
import { Removals } from '../../../components/removals.tsx';
import { Time } from '../../../components/time.tsx';
import { useList } from '../../../components/use-list.ts';
import { others } from '../../../texts/site-organizations.ts';

const route = getRouteApi('/app/site/organizations');

const columns: readonly Column<SiteOrganization>[] = [
  { id: 'name', header: 'Name', cell: ({ id }) => id },
  {
    id: 'email',
    header: 'Notification e-mail',
    cell: ({ email }) => <span style={{ overflowWrap: 'anywhere' }}>{email}</span>,
  },
  {
    id: 'owners',
    header: 'Owners',
    cell: ({ owners, moreOwners }) => (
      <span style={{ overflowWrap: 'anywhere' }}>{`${owners.join(', ')}${others(moreOwners)}`}</span>
    ),
  },
  { id: 'created', header: 'Created', cell: ({ created }) => <Time iso={created} /> },
];

interface ChoiceProps {
  readonly organization: string;
  readonly plans: readonly Plan[];
  readonly onClose: () => void;
}

const Choice = ({ organization, plans, onClose }: ChoiceProps) => {
  const state = useApiForm({ 'feature-set': plans[0]?.id ?? '' }, async ({ 'feature-set': plan }) => {
    await choosePlan(organization, { relationships: { 'feature-set': reference('feature-sets', plan) } });
    void refresh('subscription', organization);
    const chosen = plans.find(({ id }) => id === plan)?.attributes.name ?? '';
    notifyDone(`${organization} now has the subscription ${chosen}.`);
  });
  return (
    <ApiFormView state={state} act="Change the subscription" refused="Not changed" onDone={onClose} onCancel={onClose}>
      <Text size="sm">
        The change takes effect immediately. Existing records stay, even if they exceed a limit of the new subscription.
      </Text>
      <NativeSelect
        {...state.form.field('feature-set', 'Subscription')}
        data-autofocus
        data={plans.map(({ id, attributes }) => ({ value: id, label: attributes.name }))}
      />
    </ApiFormView>
  );
};

const Plans = (props: Omit<ChoiceProps, 'plans'>) => {
  const { data, error, refetch } = useQuery(sitePlansQuery);
  if (error !== null) return <Failure error={error} onRetry={refetch} />;
  return data === undefined ? <LoadingRows /> : <Choice plans={data.data} {...props} />;
};

const PlanButton = ({ organization }: { readonly organization: string }) => (
  <FormButton
    act="Change the subscription"
    title={`Change the subscription of ${organization}`}
    size="compact-sm"
    variant="default"
    aria-label={`Change the subscription of ${organization}`}
  >
    {(close) => <Plans organization={organization} onClose={close} />}
  </FormButton>
);

export function SiteOrganizations() {
  const list = useList(route, siteOrganizationsQuery);
  return (
    <Page
      title="All organizations"
      intro="All organizations on this site. Only members can see the contents of an organization."
    >
      <ListView
        what="organizations of the site"
        spec={siteOrganizationList}
        {...list}
        columns={columns}
        nameOf={({ id }) => id}
        {...(canChangePlans && { actions: ({ id }: SiteOrganization) => <PlanButton organization={id} /> })}
      />
      <Removals />
    </Page>
  );
}
