// The plans that an organization has recorded.
import { Button, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { inputList } from '../../api/list-specs.ts';
import {
  deleteRecordedPlan,
  deleteRecordedPlans,
  type RecordedPlan,
  recordedPlansQuery,
} from '../../api/recorded-plans.ts';
import { refresh } from '../../api/refresh.ts';
import { bytes } from '../../components/bytes.ts';
import { confirmAct } from '../../components/confirm.tsx';
import { type Column, countColumn } from '../../components/data-table.tsx';
import { EmptyList } from '../../components/empty-list.tsx';
import { ButtonLink, PageLink } from '../../components/links.tsx';
import { ListView } from '../../components/list-view.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Time } from '../../components/time.tsx';
import { useList } from '../../components/use-list.ts';
import { t as lists } from '../../texts/evaluation-lists.ts';
import { t as evaluations } from '../../texts/evaluations.ts';
import { t } from '../../texts/recorded-plans.ts';
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
  countColumn('masked', t.maskedValues, ({ attributes }) => attributes['masked-values']),
  { id: 'expires', header: t.expires, cell: ({ attributes }) => <Time iso={attributes['expires-at']} /> },
];

const DeleteButton = ({ organization, plan }: { readonly organization: string; readonly plan: RecordedPlan }) => {
  const queryClient = useQueryClient();
  const name = workspaceName(plan);
  const confirmDeletion = () =>
    confirmAct({
      title: t.deleteTitle(name),
      body: t.deleteBody,
      act: t.delete,
      onConfirm: async () => {
        await deleteRecordedPlan(organization, plan.id);
        notifyDone(t.deleted);
        await refresh(queryClient, 'policy-inputs', organization);
      },
    });
  return (
    <Button size="compact-sm" variant="default" aria-label={t.deleteOf(name)} onClick={confirmDeletion}>
      {t.delete}
    </Button>
  );
};

const DeleteAllButton = ({ organization }: { readonly organization: string }) => {
  const queryClient = useQueryClient();
  const confirmDeletion = () =>
    confirmAct({
      title: t.deleteAllTitle,
      body: t.deleteAllBody,
      act: t.deleteAll,
      typed: organization,
      onConfirm: async () => {
        await deleteRecordedPlans(organization);
        notifyDone(t.allDeleted);
        await refresh(queryClient, 'policy-inputs', organization);
      },
    });
  return (
    <Button variant="default" c="var(--mantine-color-error)" onClick={confirmDeletion}>
      {t.deleteAll}
    </Button>
  );
};

const Nothing = ({ organization }: { readonly organization: string }) => (
  <Stack align="center" gap="sm">
    <EmptyList text={t.none} hint={t.noneHint} />
    <ButtonLink variant="default" to="/app/organizations/$organization/settings" params={{ organization }}>
      {t.toSettings}
    </ButtonLink>
  </Stack>
);

export function RecordedPlans() {
  const { organization } = route.useParams();
  const list = useList(route, (search) => recordedPlansQuery(organization, search));
  const hasSome = list.query.data !== undefined && list.query.data.data.length > 0;
  return (
    <EvaluationsFrame
      organization={organization}
      title={evaluations.recordedPlans}
      intro={t.intro}
      actions={hasSome && <DeleteAllButton organization={organization} />}
    >
      <ListView
        what={t.what}
        spec={inputList}
        {...list}
        columns={columns(organization)}
        nameOf={workspaceName}
        filters={[
          { name: 'since', label: lists.since, isDay: true },
          { name: 'until', label: lists.until, isDay: true },
        ]}
        empty={<Nothing organization={organization} />}
        actions={(plan) => <DeleteButton organization={organization} plan={plan} />}
      />
    </EvaluationsFrame>
  );
}
