import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { boot } from '../../api/boot.ts';
import { evaluationStatuses, evaluationsQuery, type NamedEvaluation } from '../../api/evaluations.ts';
import { evaluationList } from '../../api/list-specs.ts';
import type { Column } from '../../components/data-table.tsx';
import { EmptyList } from '../../components/empty-list.tsx';
import { PageLink } from '../../components/links.tsx';
import { ListView } from '../../components/list-view.tsx';
import { Page } from '../../components/page.tsx';
import { Time } from '../../components/time.tsx';
import { t } from '../../texts/evaluations.ts';
import { countsOf, EvaluationTag } from './status.tsx';

const route = getRouteApi('/app/organizations/$organization/evaluations');

const columns = (organization: string): readonly Column<NamedEvaluation>[] => [
  {
    id: 'id',
    header: t.evaluation,
    isName: true,
    cell: ({ id, workspace }) => (
      <>
        <PageLink
          to="/app/organizations/$organization/evaluations/$evaluation"
          params={{ organization, evaluation: id }}
          style={{ overflowWrap: 'anywhere' }}
        >
          {t.planOf(workspace)}
        </PageLink>
        <Text size="sm" c="dimmed" fw={400} style={{ overflowWrap: 'anywhere' }}>
          {id}
        </Text>
      </>
    ),
  },
  {
    id: 'set',
    header: t.evaluatedBy,
    cell: ({ set }) => (
      <Text span inherit style={{ overflowWrap: 'anywhere' }}>
        {set ?? t.allSets}
      </Text>
    ),
  },
  { id: 'status', header: t.status, cell: (evaluation) => <EvaluationTag evaluation={evaluation} /> },
  { id: 'result-count', header: t.result, cell: countsOf },
  { id: 'created-at', header: t.started, cell: ({ attributes }) => <Time iso={attributes['created-at']} /> },
];

/** Page of the evaluations of an organization. */
export function Evaluations() {
  const { organization } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(evaluationsQuery(organization, search));
  const statuses = evaluationStatuses.map((value) => ({ value, label: t.statusName(value) }));
  return (
    <Page title={t.evaluations} intro={t.evaluationsIntro}>
      <ListView
        what={t.whatEvaluations}
        spec={evaluationList}
        search={search}
        onSearch={(next) => navigate({ search: next })}
        query={query}
        columns={columns(organization)}
        nameOf={({ workspace }) => t.planOf(workspace)}
        filters={[{ name: 'status', label: t.status, options: statuses }]}
        empty={
          <EmptyList
            text={t.noEvaluations}
            hint={t.noEvaluationsHint}
            command={`tipstaff check plan.json --organization ${organization} --url ${boot.address}`}
          />
        }
      />
    </Page>
  );
}
