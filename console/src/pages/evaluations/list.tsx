import { getRouteApi } from '@tanstack/react-router';
import { evaluationsQuery } from '../../api/evaluations.ts';
import { evaluationList } from '../../api/list-specs.ts';
import { ListView } from '../../components/list-view.tsx';
import { useList } from '../../components/use-list.ts';
import { subjectOf } from '../../texts/evaluations.ts';
import { checkOf } from '../workspaces/commands.ts';
import { evaluationColumns, evaluationFilters } from './columns.tsx';
import { EvaluationsFrame } from './frame.tsx';
import { NoEvaluations } from './no-evaluations.tsx';

const route = getRouteApi('/app/organizations/$organization/evaluations');

export function Evaluations() {
  const { organization } = route.useParams();
  const list = useList(route, (search) => evaluationsQuery(organization, search));
  return (
    <EvaluationsFrame
      organization={organization}
      title="Evaluations"
      intro="Each evaluation shows the results of policies for one plan or state. Evaluations are kept for 90 days."
    >
      <ListView
        what="evaluations"
        spec={evaluationList}
        {...list}
        columns={evaluationColumns(organization)}
        isCompact
        nameOf={({ workspace, attributes: { source } }) => subjectOf(source, workspace)}
        filters={evaluationFilters}
        empty={
          <NoEvaluations
            organization={organization}
            text="No plan has been evaluated yet."
            partialText="There are no evaluations that you can see."
            hint="To evaluate a plan in a pipeline, set TIPSTAFF_TOKEN to an API token and run this command:"
            command={checkOf(organization)}
          />
        }
      />
    </EvaluationsFrame>
  );
}
