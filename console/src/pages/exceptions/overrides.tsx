// Page that lists the evaluations of an organization that are currently overridden.
import { getRouteApi } from '@tanstack/react-router';
import { creatorName } from '../../../../client/creator-name.ts';
import { evaluationsQuery, type NamedEvaluation } from '../../api/evaluations.ts';
import type { Column } from '../../components/data-table.tsx';
import { ListView } from '../../components/list-view.tsx';
import { Time } from '../../components/time.tsx';
import { useList } from '../../components/use-list.ts';
import { wrapped } from '../../components/wrapped.tsx';
import { nameColumn } from '../evaluations/columns.tsx';
import { NoEvaluations } from '../evaluations/no-evaluations.tsx';
import { ExceptionsFrame } from './frame.tsx';

const route = getRouteApi('/app/organizations/$organization/exceptions/overrides');

const overrideColumns: readonly Column<NamedEvaluation>[] = [
  { id: 'comment', header: 'Reason', cell: ({ attributes: { override } }) => wrapped(override?.comment ?? '') },
  {
    id: 'by',
    header: 'By',
    cell: ({ attributes: { override } }) => override && wrapped(creatorName(override.by)),
  },
  { id: 'at', header: 'Since', cell: ({ attributes: { override } }) => override && <Time iso={override.at} /> },
  {
    id: 'until',
    header: 'Ends',
    cell: ({ attributes: { override } }) => override && <Time iso={override['expires-at']} absent="No end date" />,
  },
];

export function Overrides() {
  const { organization } = route.useParams();
  const list = useList(route, (search) =>
    evaluationsQuery(organization, { ...search, filter: { status: 'overridden' } }),
  );
  return (
    <ExceptionsFrame
      title="Overrides"
      intro="Evaluations that can continue although mandatory policies failed. Evaluations whose override has ended are blocked again and are not listed."
    >
      <ListView
        what="evaluations"
        spec={{}}
        {...list}
        columns={[nameColumn(organization), ...overrideColumns]}
        nameOf={({ workspace }) => (workspace === null ? 'A plan without a workspace' : `A plan for ${workspace}`)}
        empty={
          <NoEvaluations
            organization={organization}
            text="No evaluation is overridden."
            partialText="No evaluation that you can see is overridden."
            hint="You can override a blocked evaluation on its page, if its policies allow overrides."
          />
        }
      />
    </ExceptionsFrame>
  );
}
