import { Text } from '@mantine/core';
import { evaluationStatuses, type NamedEvaluation, workspaceOf } from '../../api/evaluations.ts';
import type { Column } from '../../components/data-table.tsx';
import { PageLink } from '../../components/links.tsx';
import type { Filter } from '../../components/list-view.tsx';
import { Time } from '../../components/time.tsx';
import { wrapped } from '../../components/wrapped.tsx';
import { t as lists } from '../../texts/evaluation-lists.ts';
import { t } from '../../texts/evaluations.ts';
import { countsOf, EvaluationTag } from './status.tsx';

/** Each evaluation by the workspace of its plan, and its identifier. */
export const nameColumn = (organization: string): Column<NamedEvaluation> => ({
  id: 'id',
  header: lists.evaluation,
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
});

/** Columns of the set, the status, the counts and the creation. */
export const resultColumns = (): readonly Column<NamedEvaluation>[] => [
  {
    id: 'set',
    header: lists.evaluatedBy,
    cell: ({ set }) => wrapped(set ?? lists.allSets),
  },
  { id: 'status', header: lists.status, cell: (evaluation) => <EvaluationTag evaluation={evaluation} /> },
  { id: 'result-count', header: lists.result, cell: countsOf },
  {
    id: 'created-at',
    header: lists.started,
    cell: ({ attributes: { 'created-at': at, 'created-by': by, 'counts-for-workspace': counts } }) => (
      <>
        <Time iso={at} />
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {counts === false ? t.notCounting(by) : t.by(by)}
        </Text>
      </>
    ),
  },
];

/** The workspace of each evaluation, where it has one. */
export const workspaceColumn = (organization: string): Column<NamedEvaluation> => ({
  id: 'workspace',
  header: t.workspace,
  cell: (evaluation) => {
    const id = workspaceOf(evaluation);
    return (
      id !== null && (
        <PageLink
          to="/app/organizations/$organization/workspaces/$workspace"
          params={{ organization, workspace: id }}
          style={{ overflowWrap: 'anywhere' }}
        >
          {evaluation.workspace}
        </PageLink>
      )
    );
  },
});

export const evaluationFilters = (): readonly Filter[] => [
  {
    name: 'status',
    label: lists.status,
    options: evaluationStatuses.map((value) => ({ value, label: t.statusName(value) })),
  },
  { name: 'blocked', label: lists.blocked, options: [{ value: 'true', label: lists.only }] },
  {
    name: 'level',
    label: lists.failedLevel,
    options: ['mandatory', 'advisory'].map((value) => ({ value, label: t.statusName(value) })),
  },
  { name: 'created-by', label: lists.createdBy, placeholder: lists.createdByHint },
  { name: 'since', label: lists.since, isDay: true },
  { name: 'until', label: lists.until, isDay: true },
];
