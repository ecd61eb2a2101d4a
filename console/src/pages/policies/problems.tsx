// List of the problems that a code check found. Each problem with a location has a link that moves the cursor there.
import { Anchor, Group, List, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { CodeProblem } from '../../components/code/editor.tsx';
import { counted } from '../../texts/counted.ts';

/** State of a code check. */
export type CheckState =
  | { readonly state: 'checking' }
  | { readonly state: 'unchecked' }
  | { readonly state: 'checked'; readonly problems: readonly CodeProblem[] };

const countOf = (problems: readonly CodeProblem[], severity: CodeProblem['severity']): number =>
  problems.filter((each) => each.severity === severity).length;

/** Number of errors in the text that was last checked. 0 while the check is running. */
export const errorsIn = (check: CheckState): number =>
  check.state === 'checked' ? countOf(check.problems, 'error') : 0;

const summaryOf = (check: CheckState): string => {
  if (check.state === 'checking') return 'Checking…';
  if (check.state === 'unchecked')
    return 'The code could not be checked. It is checked again when you continue typing.';
  const { problems } = check;
  return problems.length === 0
    ? 'No problems found.'
    : `${counted(countOf(problems, 'error'), 'error')}, ${counted(countOf(problems, 'warning'), 'warning')}`;
};

interface ProblemsProps {
  readonly check: CheckState;
  readonly onGoTo: (row: number, column: number) => void;
}

const Line = ({ problem, onGoTo }: { readonly problem: CodeProblem } & Pick<ProblemsProps, 'onGoTo'>) => {
  const { severity, message, row, column, hint } = problem;
  const isError = severity === 'error';
  const Shape = isError ? IconAlertCircle : IconAlertTriangle;
  const color = isError ? 'var(--mantine-color-error)' : 'light-dark(#6b4700, #f2c76e)';
  return (
    <List.Item icon={<Shape size={18} role="img" aria-label={isError ? 'Error' : 'Warning'} color={color} />}>
      {row !== null && (
        <Anchor component="button" type="button" size="sm" mr="xs" onClick={() => onGoTo(row, column ?? 1)}>
          {`Line ${row.toLocaleString('en')}, column ${(column ?? 1).toLocaleString('en')}`}
        </Anchor>
      )}
      <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
        {message}
        {hint !== null && `. ${hint}`}
      </Text>
    </List.Item>
  );
};

export function Problems({ check, onGoTo }: ProblemsProps) {
  const problems = check.state === 'checked' ? check.problems : [];
  const isSound = check.state === 'checked' && problems.length === 0;
  return (
    <Stack gap="xs">
      <Group gap="xs" role="status">
        {isSound && <IconCircleCheck size={18} aria-hidden color="light-dark(#14532d, #8fd6a8)" />}
        <Text size="sm" {...(check.state !== 'checked' && { c: 'dimmed' })}>
          {summaryOf(check)}
        </Text>
      </Group>
      {problems.length > 0 && (
        <List size="sm" spacing={4} p={0} aria-label="Problems in the code">
          {problems.map((problem) => (
            <Line key={`${problem.row} ${problem.column} ${problem.message}`} problem={problem} onGoTo={onGoTo} />
          ))}
        </List>
      )}
    </Stack>
  );
}
