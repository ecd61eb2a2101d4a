// The evaluations of one workspace.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { workspaceEvaluationsQuery } from '../../api/evaluations.ts';
import { evaluationList } from '../../api/list-specs.ts';
import type { Workspace } from '../../api/workspaces.ts';
import { EmptyList } from '../../components/empty-list.tsx';
import { ListView } from '../../components/list-view.tsx';
import { t as evaluations } from '../../texts/evaluations.ts';
import { t } from '../../texts/workspaces.ts';
import { evaluationFilters, nameColumn, resultColumns } from '../evaluations/columns.tsx';
import { checkOf } from './commands.ts';
import { WorkspaceFrame } from './frame.tsx';

const route = getRouteApi('/app/organizations/$organization/workspaces/$workspace/evaluations');

const History = ({ workspace: { id, attributes } }: { readonly workspace: Workspace }) => {
  const { organization } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(workspaceEvaluationsQuery(organization, id, search));
  return (
    <ListView
      what={evaluations.whatEvaluations}
      spec={evaluationList}
      search={search}
      onSearch={(next) => navigate({ search: next })}
      query={query}
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
