// Page that lists the teams that can override results in single workspaces and projects.
import { Button, NativeSelect } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { creatorName } from '../../../../client/creator-name.ts';
import { createDelegation, type Delegation, delegationsQuery, deleteDelegation } from '../../api/delegations.ts';
import { delegationList } from '../../api/list-specs.ts';
import { reference } from '../../api/query.ts';
import { refresh } from '../../api/refresh.ts';
import { ApiFormView, useApiForm } from '../../components/api-form.tsx';
import { CandidateSelect } from '../../components/candidate-select.tsx';
import { confirmAct } from '../../components/confirm.tsx';
import type { Column } from '../../components/data-table.tsx';
import { FormButton } from '../../components/form-button.tsx';
import { ListView } from '../../components/list-view.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { TeamSelect } from '../../components/team-select.tsx';
import { Time } from '../../components/time.tsx';
import { useList } from '../../components/use-list.ts';
import { wrapped } from '../../components/wrapped.tsx';
import { ExceptionsFrame } from './frame.tsx';

const route = getRouteApi('/app/organizations/$organization/exceptions/delegations');

const placeOf = ({ place, isProject }: Delegation): string => (isProject ? `Project ${place}` : place);

const columns: readonly Column<Delegation>[] = [
  { id: 'team', header: 'Team', cell: ({ team }) => wrapped(team) },
  { id: 'where', header: 'Where', cell: (delegation) => wrapped(placeOf(delegation)) },
  {
    id: 'by',
    header: 'By',
    cell: ({ attributes }) => wrapped(creatorName(attributes['created-by'])),
  },
  { id: 'created', header: 'Created', cell: ({ attributes }) => <Time iso={attributes['created-at']} /> },
];

interface Draft extends Record<string, unknown> {
  team: string | null;
  kind: 'workspace' | 'project';
  workspace: string | null;
  project: string | null;
}

type Form = ReturnType<typeof useApiForm<Draft>>['form'];

const PlaceField = ({ organization, form }: { readonly organization: string; readonly form: Form }) =>
  form.getValues().kind === 'workspace' ? (
    <CandidateSelect
      key="workspace"
      {...form.field('workspace', 'Workspace')}
      organization={organization}
      members="workspaces"
      required
      none="No workspace has this name."
    />
  ) : (
    <CandidateSelect
      key="project"
      {...form.field('project', 'Project')}
      organization={organization}
      members="projects"
      required
      none="No project has this name."
    />
  );

const NewDelegation = ({ organization, onClose }: { readonly organization: string; readonly onClose: () => void }) => {
  const initial: Draft = { team: null, kind: 'workspace', workspace: null, project: null };
  const state = useApiForm(initial, async ({ team, kind, workspace, project }) => {
    await createDelegation(organization, {
      relationships: {
        ...(team !== null && { team: reference('teams', team) }),
        ...(kind === 'workspace' && workspace !== null && { workspace: reference('workspaces', workspace) }),
        ...(kind === 'project' && project !== null && { project: reference('projects', project) }),
      },
    });
    await refresh('delegations', organization);
    notifyDone('The delegation was created.');
  });
  const { form } = state;
  return (
    <ApiFormView state={state} act="Delegate overrides" refused="Not created" onDone={onClose} onCancel={onClose}>
      <TeamSelect {...form.field('team', 'Team')} organization={organization} required data-autofocus />
      <NativeSelect
        {...form.field('kind', 'Where the team can override policies')}
        data={[
          { value: 'workspace', label: 'In one workspace' },
          { value: 'project', label: 'In the workspaces of one project' },
        ]}
      />
      <PlaceField organization={organization} form={form} />
    </ApiFormView>
  );
};

const RemoveButton = ({
  organization,
  delegation,
}: {
  readonly organization: string;
  readonly delegation: Delegation;
}) => {
  const { id, team } = delegation;
  const place = placeOf(delegation);
  const confirmRemoval = () =>
    confirmAct({
      title: `Remove the delegation to ${team} in ${place}?`,
      body: `The team can no longer override policies in ${place}. Existing overrides by the team stay in effect.`,
      act: 'Remove',
      refused: 'Not removed',
      onConfirm: async () => {
        await deleteDelegation(id);
        notifyDone('The delegation was removed.');
        await refresh('delegations', organization);
      },
    });
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Remove the delegation to ${team} in ${place}`}
      onClick={confirmRemoval}
    >
      Remove
    </Button>
  );
};

export function Delegations() {
  const { organization } = route.useParams();
  const list = useList(route, (search) => delegationsQuery(organization, search));
  return (
    <ExceptionsFrame
      title="Delegations"
      intro="Teams that can override policies in one workspace or in the workspaces of one project. The team also needs the permission “Delegate overrides”."
      actions={
        <FormButton act="Delegate overrides">
          {(close) => <NewDelegation organization={organization} onClose={close} />}
        </FormButton>
      }
    >
      <ListView
        what="delegations"
        spec={delegationList}
        {...list}
        columns={columns}
        nameOf={({ team }) => team}
        empty="There are no delegations."
        actions={(delegation) => <RemoveButton organization={organization} delegation={delegation} />}
      />
    </ExceptionsFrame>
  );
}
