// The evaluations of one workspace.
import { getRouteApi } from '@tanstack/react-router';
import { workspaceEvaluationsQuery } from '../../api/evaluations.ts';
import { evaluationList } from '../../api/list-specs.ts';
import type { Workspace } from '../../api/workspaces.ts';
import { EmptyList } from '../../components/empty-list.tsx';
import { ListView } from '../../components/list-view.tsx';
import { useList } from '../../components/use-list.ts';
import { t as evaluations } from '../../texts/evaluations.ts';
import { t } from '../../texts/workspaces.ts';
import { evaluationFilters, nameColumn, resultColumns } from '../evaluations/columns.tsx';
import { checkOf } from './commands.ts';
import { WorkspaceFrame } from './frame.tsx';

const route = getRouteApi('/app/organizations/$organization/workspaces/$workspace/evaluations');

const History = ({ workspace: { id, attributes } }: { readonly workspace: Workspace }) => {
  const { organization } = route.useParams();
  const list = useList(route, (search) => workspaceEvaluationsQuery(organization, id, search));
  return (
    <ListView
      what={evaluations.whatEvaluations}
      spec={evaluationList}
      {...list}
      columns={[nameColumn(organization), ...resultColumns()]}
      nameOf={(evaluation) => evaluation.id}
      filters={evaluationFilters()}
      empty={
        <EmptyList text={t.evaluationsNone} hint={t.evaluationsHint} command={checkOf(organization, attributes.name)} />
      }
    />
  );
};

export function WorkspaceEvaluations() {
  return <WorkspaceFrame>{({ workspace }) => <History workspace={workspace} />}</WorkspaceFrame>;
}
