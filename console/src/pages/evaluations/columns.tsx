import { Text } from '@mantine/core';
import { creatorName } from '../../../../client/creator-name.ts';
import { evaluationStatuses, type NamedEvaluation, workspaceOf } from '../../api/evaluations.ts';
import type { Column } from '../../components/data-table.tsx';
import { PageLink } from '../../components/links.tsx';
import type { Filter } from '../../components/list-view.tsx';
import { Time } from '../../components/time.tsx';
import { wrapped } from '../../components/wrapped.tsx';
import { subjectOf, upper } from '../../texts/evaluations.ts';
import { countsOf, EvaluationTag } from './status.tsx';

/** Column with the workspace name and the identifier of each evaluation. */
export const nameColumn = (organization: string): Column<NamedEvaluation> => ({
  id: 'id',
  header: 'Evaluation',
  isName: true,
  cell: ({ id, workspace, attributes: { source } }) => (
    <>
      <PageLink
        to="/app/organizations/$organization/evaluations/$evaluation"
        params={{ organization, evaluation: id }}
        style={{ overflowWrap: 'anywhere' }}
      >
        {subjectOf(source, workspace)}
      </PageLink>
      <Text size="sm" c="dimmed" fw={400} style={{ overflowWrap: 'anywhere' }}>
        {id}
      </Text>
    </>
  ),
});

/** Columns with the policy set, status, counts and creation time. */
export const resultColumns: readonly Column<NamedEvaluation>[] = [
  {
    id: 'set',
    header: 'Evaluated by',
    cell: ({ set }) => wrapped(set ?? 'All applicable policy sets'),
  },
  { id: 'status', header: 'Status', cell: (evaluation) => <EvaluationTag evaluation={evaluation} /> },
  { id: 'result-count', header: 'Result', cell: countsOf },
  {
    id: 'created-at',
    header: 'Created',
    cell: ({ attributes: { 'created-at': at, 'created-by': by, 'counts-for-workspace': counts } }) => (
      <>
        <Time iso={at} />
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {counts === false
            ? `Created by ${creatorName(by)}. This evaluation does not count for the workspace.`
            : `Created by ${creatorName(by)}`}
        </Text>
      </>
    ),
  },
];

/** Column with the workspace of each evaluation. Empty for an evaluation without a workspace. */
export const workspaceColumn = (organization: string): Column<NamedEvaluation> => ({
  id: 'workspace',
  header: 'Workspace',
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

export const evaluationFilters: readonly Filter[] = [
  {
    name: 'status',
    label: 'Status',
    options: evaluationStatuses.map((value) => ({ value, label: upper(value) })),
  },
  { name: 'source', label: 'Source', options: ['plan', 'state'].map((value) => ({ value, label: upper(value) })) },
  { name: 'blocked', label: 'Blocked', options: [{ value: 'true', label: 'Only' }] },
  {
    name: 'level',
    label: 'Failed',
    options: ['mandatory', 'advisory'].map((value) => ({ value, label: upper(value) })),
  },
  { name: 'created-by', label: 'Created by', placeholder: 'Username' },
  { name: 'since', label: 'From', isDay: true },
  { name: 'until', label: 'Before', isDay: true },
];
