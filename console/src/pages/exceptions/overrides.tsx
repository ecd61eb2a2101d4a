// The evaluations of an organization that are overridden now.
import { getRouteApi } from '@tanstack/react-router';
import { evaluationsQuery, type NamedEvaluation } from '../../api/evaluations.ts';
import type { Column } from '../../components/data-table.tsx';
import { ListView } from '../../components/list-view.tsx';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';
import { useList } from '../../components/use-list.ts';
import { wrapped } from '../../components/wrapped.tsx';
import { t as evaluations } from '../../texts/evaluations.ts';
import { t } from '../../texts/exceptions.ts';
import { nameColumn } from '../evaluations/columns.tsx';
import { NoEvaluations } from '../evaluations/no-evaluations.tsx';
import { ExceptionsFrame } from './frame.tsx';

const route = getRouteApi('/app/organizations/$organization/exceptions/overrides');

const overrideColumns = (): readonly Column<NamedEvaluation>[] => [
  { id: 'comment', header: t.comment, cell: ({ attributes: { override } }) => wrapped(override?.comment ?? '') },
  {
    id: 'by',
    header: t.by,
    cell: ({ attributes: { override } }) => override && wrapped(evaluations.creator(override.by)),
  },
  { id: 'at', header: t.at, cell: ({ attributes: { override } }) => override && <Time iso={override.at} /> },
  {
    id: 'until',
    header: t.until,
    cell: ({ attributes: { override } }) => override && <Time iso={override['expires-at']} absent={t.forGood} />,
  },
];

const List = () => {
  const { organization } = route.useParams();
  const list = useList(route, (search) =>
    evaluationsQuery(organization, { ...search, filter: { status: 'overridden' } }),
  );
  return (
    <Section title={t.overrides} intro={t.overridesIntro}>
      <ListView
        what={evaluations.whatEvaluations}
        spec={{}}
        {...list}
        columns={[nameColumn(organization), ...overrideColumns()]}
        nameOf={({ workspace }) => evaluations.planOf(workspace)}
        empty={
          <NoEvaluations
            organization={organization}
            text={t.noOverrides}
            ownText={t.noOwnOverrides}
            hint={t.noOverridesHint}
          />
        }
      />
    </Section>
  );
};

export function Overrides() {
  return (
    <ExceptionsFrame>
      <List />
    </ExceptionsFrame>
  );
}
