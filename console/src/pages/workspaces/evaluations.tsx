// Page that lists the evaluations of a workspace.
import { getRouteApi } from '@tanstack/react-router';
import { workspaceEvaluationsQuery } from '../../api/evaluations.ts';
import { evaluationList } from '../../api/list-specs.ts';
import type { Workspace } from '../../api/workspaces.ts';
import { ListView } from '../../components/list-view.tsx';
import { useList } from '../../components/use-list.ts';
import { evaluationColumns, evaluationFilters } from '../evaluations/columns.tsx';
import { checkOf } from './commands.ts';
import { WorkspaceFrame } from './frame.tsx';

const route = getRouteApi('/app/organizations/$organization/workspaces/$workspace/evaluations');

const History = ({ workspace: { id, attributes } }: { readonly workspace: Workspace }) => {
  const { organization } = route.useParams();
  const list = useList(route, (search) => workspaceEvaluationsQuery(organization, id, search));
  return (
    <ListView
      what="evaluations"
      spec={evaluationList}
      {...list}
      columns={evaluationColumns(organization)}
      isCompact
      nameOf={(evaluation) => evaluation.id}
      filters={evaluationFilters}
      empty="No plan of this workspace was evaluated in the last 90 days."
      hint="This command evaluates a plan."
      command={checkOf(organization, attributes.name)}
    />
  );
};

export function WorkspaceEvaluations() {
  return <WorkspaceFrame>{({ workspace }) => <History workspace={workspace} />}</WorkspaceFrame>;
}
