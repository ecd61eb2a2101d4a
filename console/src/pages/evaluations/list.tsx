import { getRouteApi } from '@tanstack/react-router';
import { evaluationsQuery } from '../../api/evaluations.ts';
import { evaluationList } from '../../api/list-specs.ts';
import { ListView } from '../../components/list-view.tsx';
import { useList } from '../../components/use-list.ts';
import { t as lists } from '../../texts/evaluation-lists.ts';
import { t } from '../../texts/evaluations.ts';
import { checkOf } from '../workspaces/commands.ts';
import { evaluationFilters, nameColumn, resultColumns, workspaceColumn } from './columns.tsx';
import { EvaluationsFrame } from './frame.tsx';
import { NoEvaluations } from './no-evaluations.tsx';

const route = getRouteApi('/app/organizations/$organization/evaluations');

/** Page of the evaluations of an organization. */
export function Evaluations() {
  const { organization } = route.useParams();
  const list = useList(route, (search) => evaluationsQuery(organization, search));
  return (
    <EvaluationsFrame organization={organization} title={t.evaluations} intro={lists.intro}>
      <ListView
        what={t.whatEvaluations}
        spec={evaluationList}
        {...list}
        columns={[nameColumn(organization), workspaceColumn(organization), ...resultColumns()]}
        nameOf={({ workspace }) => t.planOf(workspace)}
        filters={evaluationFilters()}
        empty={
          <NoEvaluations
            organization={organization}
            text={lists.none}
            ownText={lists.noneOfOwn}
            hint={lists.noneHint}
            command={checkOf(organization)}
          />
        }
      />
    </EvaluationsFrame>
  );
}
