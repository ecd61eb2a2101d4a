// Page that lists the recorded plans of an organization.
import { Button, Stack } from '@mantine/core';
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
import { ButtonLink, EvaluationLink } from '../../components/links.tsx';
import { ListView } from '../../components/list-view.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Time } from '../../components/time.tsx';
import { useList } from '../../components/use-list.ts';
import { EvaluationsFrame } from './frame.tsx';

const route = getRouteApi('/app/organizations/$organization/recorded-plans');

const workspaceName = ({ attributes }: RecordedPlan): string => attributes['workspace-name'] ?? 'No workspace';

const columns = (organization: string): readonly Column<RecordedPlan>[] => [
  {
    id: 'plan',
    header: 'Plan',
    cell: (plan) => {
      const evaluation = plan.relationships['policy-evaluation'].data?.id;
      return evaluation === undefined ? (
        workspaceName(plan)
      ) : (
        <EvaluationLink organization={organization} evaluation={evaluation} style={{ overflowWrap: 'anywhere' }}>
          {workspaceName(plan)}
        </EvaluationLink>
      );
    },
  },
  { id: 'evaluated', header: 'Evaluated', cell: ({ attributes }) => <Time iso={attributes['evaluated-at']} /> },
  { id: 'size', header: 'Size', isNumber: true, cell: ({ attributes }) => bytes(attributes.size) },
  countColumn('masked', 'Masked values', ({ attributes }) => attributes['masked-values']),
  { id: 'expires', header: 'Deleted', cell: ({ attributes }) => <Time iso={attributes['expires-at']} /> },
];

const DeleteButton = ({ organization, plan }: { readonly organization: string; readonly plan: RecordedPlan }) => {
  const name = workspaceName(plan);
  const confirmDeletion = () =>
    confirmAct({
      title: `Delete the recorded plan of ${name}?`,
      body: 'Replays that are running skip this plan. The evaluation of the plan is kept.',
      act: 'Delete',
      onConfirm: async () => {
        await deleteRecordedPlan(organization, plan.id);
        notifyDone('The recorded plan was deleted.');
        await refresh('policy-inputs', organization);
      },
    });
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Delete the recorded plan of ${name}`}
      onClick={confirmDeletion}
    >
      Delete
    </Button>
  );
};

const DeleteAllButton = ({ organization }: { readonly organization: string }) => {
  const confirmDeletion = () =>
    confirmAct({
      title: 'Delete all recorded plans?',
      body: 'After the deletion, replays have no plans to evaluate. New plans are still recorded, as configured in the settings.',
      act: 'Delete all',
      typed: organization,
      onConfirm: async () => {
        await deleteRecordedPlans(organization);
        notifyDone('All recorded plans were deleted.');
        await refresh('policy-inputs', organization);
      },
    });
  return (
    <Button variant="default" c="var(--mantine-color-error)" onClick={confirmDeletion}>
      Delete all
    </Button>
  );
};

const Nothing = ({ organization }: { readonly organization: string }) => (
  <Stack align="center" gap="sm">
    <EmptyList
      text="No plans are recorded."
      hint="An owner of the organization can turn on the recording of plans in the settings."
    />
    <ButtonLink variant="default" to="/app/organizations/$organization/settings" params={{ organization }}>
      Open the settings
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
      title="Recorded plans"
      intro="Evaluated plans, without sensitive values. Replays evaluate these plans again to show the effect of a policy change."
      actions={hasSome && <DeleteAllButton organization={organization} />}
    >
      <ListView
        what="recorded plans"
        spec={inputList}
        {...list}
        columns={columns(organization)}
        nameOf={workspaceName}
        filters={[
          { name: 'since', label: 'From', isDay: true },
          { name: 'until', label: 'Before', isDay: true },
        ]}
        empty={<Nothing organization={organization} />}
        actions={(plan) => <DeleteButton organization={organization} plan={plan} />}
      />
    </EvaluationsFrame>
  );
}
