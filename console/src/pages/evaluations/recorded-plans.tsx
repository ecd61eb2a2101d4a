// The plans that an organization has recorded.
import { Button, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { inputList } from '../../api/list-specs.ts';
import {
  deleteRecordedPlan,
  deleteRecordedPlans,
  type RecordedPlan,
  recordedPlansQuery,
  refreshRecordedPlans,
} from '../../api/recorded-plans.ts';
import { bytes } from '../../components/bytes.ts';
import { confirmAct } from '../../components/confirm.tsx';
import type { Column } from '../../components/data-table.tsx';
import { EmptyList } from '../../components/empty-list.tsx';
import { ButtonLink, PageLink } from '../../components/links.tsx';
import { ListView } from '../../components/list-view.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Time } from '../../components/time.tsx';
import { t } from '../../texts/evaluations.ts';
import { not } from '../../texts/refusals.ts';
import { EvaluationsFrame } from './frame.tsx';

const route = getRouteApi('/app/organizations/$organization/recorded-plans');

const workspaceName = ({ attributes }: RecordedPlan): string => attributes['workspace-name'] ?? t.withoutWorkspace;

const columns = (organization: string): readonly Column<RecordedPlan>[] => [
  {
    id: 'plan',
    header: t.plan,
    isName: true,
    cell: (plan) => {
      const evaluation = plan.relationships['policy-evaluation'].data?.id;
      return evaluation === undefined ? (
        workspaceName(plan)
      ) : (
        <PageLink
          to="/app/organizations/$organization/evaluations/$evaluation"
          params={{ organization, evaluation }}
          style={{ overflowWrap: 'anywhere' }}
        >
          {workspaceName(plan)}
        </PageLink>
      );
    },
  },
  { id: 'evaluated', header: t.evaluatedAt, cell: ({ attributes }) => <Time iso={attributes['evaluated-at']} /> },
  { id: 'size', header: t.size, isNumber: true, cell: ({ attributes }) => bytes(attributes.size) },
  {
    id: 'masked',
    header: t.maskedValues,
    isNumber: true,
    cell: ({ attributes }) => attributes['masked-values'].toLocaleString('en'),
  },
  { id: 'expires', header: t.expires, cell: ({ attributes }) => <Time iso={attributes['expires-at']} /> },
];

const DeleteButton = ({ organization, plan }: { readonly organization: string; readonly plan: RecordedPlan }) => {
  const queryClient = useQueryClient();
  const name = workspaceName(plan);
  const confirmDeletion = () =>
    confirmAct({
      title: t.deletePlanTitle(name),
      body: t.deletePlanBody,
      act: t.deletePlan,
      refused: not.deleted,
      onConfirm: async () => {
        await deleteRecordedPlan(organization, plan.id);
        notifyDone(t.planDeleted);
        await refreshRecordedPlans(queryClient, organization);
      },
    });
  return (
    <Button size="compact-sm" variant="default" aria-label={t.deletePlanOf(name)} onClick={confirmDeletion}>
      {t.deletePlan}
    </Button>
  );
};

const DeleteAllButton = ({ organization }: { readonly organization: string }) => {
  const queryClient = useQueryClient();
  const confirmDeletion = () =>
    confirmAct({
      title: t.deletePlansTitle,
      body: t.deletePlansBody,
      act: t.deletePlans,
      refused: not.deleted,
      typed: organization,
      onConfirm: async () => {
        await deleteRecordedPlans(organization);
        notifyDone(t.plansDeleted);
        await refreshRecordedPlans(queryClient, organization);
      },
    });
  return (
    <Button variant="default" c="var(--mantine-color-error)" onClick={confirmDeletion}>
      {t.deletePlans}
    </Button>
  );
};

const Nothing = ({ organization }: { readonly organization: string }) => (
  <Stack align="center" gap="sm">
    <EmptyList text={t.noRecordedPlans} hint={t.noRecordedPlansHint} />
    <ButtonLink variant="default" to="/app/organizations/$organization/settings" params={{ organization }}>
      {t.toSettings}
    </ButtonLink>
  </Stack>
);

export function RecordedPlans() {
  const { organization } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(recordedPlansQuery(organization, search));
  const hasSome = query.data !== undefined && query.data.data.length > 0;
  return (
    <EvaluationsFrame
      organization={organization}
      title={t.recordedPlans}
      intro={t.recordedPlansIntro}
      actions={hasSome && <DeleteAllButton organization={organization} />}
    >
      <ListView
        what={t.whatRecordedPlans}
        spec={inputList}
        search={search}
        onSearch={(next) => navigate({ search: next })}
        query={query}
        columns={columns(organization)}
        nameOf={workspaceName}
        filters={[
          { name: 'since', label: t.since, isDay: true },
          { name: 'until', label: t.until, isDay: true },
        ]}
        empty={<Nothing organization={organization} />}
        actions={(plan) => <DeleteButton organization={organization} plan={plan} />}
      />
    </EvaluationsFrame>
  );
}
