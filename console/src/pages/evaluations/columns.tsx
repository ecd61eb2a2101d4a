import { Group, Text } from '@mantine/core';
import { creatorName } from '../../../../client/creator-name.ts';
import { evaluationStatuses, type NamedEvaluation } from '../../api/evaluations.ts';
import type { Column } from '../../components/data-table.tsx';
import { EvaluationLink } from '../../components/links.tsx';
import type { Filter } from '../../components/list-view.tsx';
import { OneLine } from '../../components/one-line.tsx';
import { Time } from '../../components/time.tsx';
import { subjectOf, upper } from '../../texts/evaluations.ts';
import { countsOf, EvaluationDot } from './status.tsx';

/** Column with the workspace name and the identifier of each evaluation. */
export const nameColumn = (organization: string): Column<NamedEvaluation> => ({
  id: 'id',
  header: 'Evaluation',
  isName: true,
  cell: ({ id, workspace, attributes: { source } }) => (
    <>
      <EvaluationLink organization={organization} evaluation={id} style={{ overflowWrap: 'anywhere' }}>
        {subjectOf(source, workspace)}
      </EvaluationLink>
      <Text size="sm" c="dimmed" fw={400} style={{ overflowWrap: 'anywhere' }}>
        {id}
      </Text>
    </>
  ),
});

interface CellProps {
  readonly evaluation: NamedEvaluation;
}

const Name = ({ organization, evaluation }: CellProps & { readonly organization: string }) => {
  const { id, workspace, set, attributes } = evaluation;
  const subject = subjectOf(attributes.source, workspace);
  return (
    <>
      <EvaluationLink organization={organization} evaluation={id} title={subject} aria-label={subject}>
        {workspace ?? subject}
      </EvaluationLink>
      {attributes.source === 'state' && (
        <Text span inherit c="dimmed">
          {' (state)'}
        </Text>
      )}
      {set !== null && <Text span inherit c="dimmed">{` (only ${set})`}</Text>}
    </>
  );
};

/**
 * Returns the message and the commit of the run; null if there are none, or if an older release of the service, which
 * does not have these attributes, responds during an upgrade.
 */
const changeCell = ({ attributes: { 'run-message': message = null, 'run-commit': commit = null } }: NamedEvaluation) =>
  message === null && commit === null ? null : (
    <Group component="span" gap="xs" wrap="nowrap">
      {message !== null && <OneLine style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{message}</OneLine>}
      {commit !== null && (
        <Text span inherit c="dimmed" ff="monospace" title={commit} style={{ flexShrink: 0 }}>
          {commit.slice(0, 8)}
        </Text>
      )}
    </Group>
  );

/** Columns of compact lists of evaluations. */
export const evaluationColumns = (organization: string): readonly Column<NamedEvaluation>[] => [
  { id: 'status', header: 'Status', width: '7.5rem', cell: (evaluation) => <EvaluationDot evaluation={evaluation} /> },
  {
    id: 'id',
    header: 'Workspace',
    width: '18%',
    isName: true,
    cell: (evaluation) => <Name organization={organization} evaluation={evaluation} />,
  },
  {
    id: 'run',
    header: 'Change',
    cell: changeCell,
  },
  {
    id: 'result-count',
    header: 'Result',
    width: '21%',
    sort: 'mandatory-failed',
    cell: (evaluation) => <OneLine>{countsOf(evaluation)}</OneLine>,
  },
  {
    id: 'created-by',
    header: 'By',
    width: '12%',
    cell: ({ attributes: { 'created-by': by, 'counts-for-workspace': counts } }) => (
      <OneLine>{counts === false ? `${creatorName(by)} (not counted)` : creatorName(by)}</OneLine>
    ),
  },
  {
    id: 'created-at',
    header: 'Created',
    width: '8rem',
    sort: 'created-at',
    cell: ({ attributes }) => <Time iso={attributes['created-at']} />,
  },
];

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
