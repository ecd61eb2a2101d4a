import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { boot } from '../../api/boot.ts';
import { evaluationsQuery } from '../../api/evaluations.ts';
import { evaluationList } from '../../api/list-specs.ts';
import { EmptyList } from '../../components/empty-list.tsx';
import { ListView } from '../../components/list-view.tsx';
import { t } from '../../texts/evaluations.ts';
import { evaluationFilters, nameColumn, resultColumns, workspaceColumn } from './columns.tsx';
import { EvaluationsFrame } from './frame.tsx';

const route = getRouteApi('/app/organizations/$organization/evaluations');

/** Page of the evaluations of an organization. */
export function Evaluations() {
  const { organization } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(evaluationsQuery(organization, search));
  return (
    <EvaluationsFrame organization={organization} title={t.evaluations} intro={t.evaluationsIntro}>
      <ListView
        what={t.whatEvaluations}
        spec={evaluationList}
        search={search}
        onSearch={(next) => navigate({ search: next })}
        query={query}
        columns={[nameColumn(organization), workspaceColumn(organization), ...resultColumns()]}
        nameOf={({ workspace }) => t.planOf(workspace)}
        filters={evaluationFilters()}
        empty={
          <EmptyList
            text={t.noEvaluations}
            hint={t.noEvaluationsHint}
            command={`tipstaff check plan.json --organization ${organization} --url ${boot.address}`}
          />
        }
      />
    </EvaluationsFrame>
  );
}
