// Page that lists the run tasks of an organization.
import { getRouteApi, linkOptions } from '@tanstack/react-router';
import { runTaskList } from '../../api/list-specs.ts';
import { refresh } from '../../api/refresh.ts';
import { type RunTask, runTasksQuery } from '../../api/run-tasks.ts';
import { type Column, nameColumn } from '../../components/data-table.tsx';
import { FormButton } from '../../components/form-button.tsx';
import { ListView } from '../../components/list-view.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { useList } from '../../components/use-list.ts';
import { wrapped } from '../../components/wrapped.tsx';
import { EvaluationsFrame } from '../evaluations/frame.tsx';
import { RunTaskForm } from './form.tsx';
import { EnabledTag } from './status.tsx';

const route = getRouteApi('/app/organizations/$organization/run-tasks');

const columns = (organization: string): readonly Column<RunTask>[] => [
  nameColumn('Name', ({ id }) =>
    linkOptions({ to: '/app/organizations/$organization/run-tasks/$runTask', params: { organization, runTask: id } }),
  ),
  {
    id: 'hosts',
    header: 'Hosts of the run platform',
    cell: ({ attributes }) => wrapped(attributes['allowed-hosts'].join(', ')),
  },
  { id: 'status', header: 'Status', cell: (runTask) => <EnabledTag runTask={runTask} /> },
];

export function RunTasks() {
  const { organization } = route.useParams();
  const navigate = route.useNavigate();
  const list = useList(route, (search) => runTasksQuery(organization, search));
  const created = async ({ id, attributes }: RunTask) => {
    notifyDone(`The run task ${attributes.name} was created.`);
    await refresh('run-tasks');
    await navigate({
      to: '/app/organizations/$organization/run-tasks/$runTask',
      params: { organization, runTask: id },
    });
  };
  return (
    <EvaluationsFrame
      organization={organization}
      title="Run tasks"
      intro="A run platform, such as HCP Terraform, calls a run task to evaluate the plans of its runs here."
      actions={
        <FormButton act="Create a run task">
          {(close) => <RunTaskForm organization={organization} onDone={created} onClose={close} />}
        </FormButton>
      }
    >
      <ListView
        what="run tasks"
        spec={runTaskList}
        {...list}
        columns={columns(organization)}
        nameOf={({ attributes }) => attributes.name}
        empty="There are no run tasks yet."
        hint="Create a run task, then enter its address and key in the run platform."
      />
    </EvaluationsFrame>
  );
}
