// Results of a test run, and its coverage of the code.
import { Anchor, Stack, Text } from '@mantine/core';
import type { Coverage, TestOutcome } from '../../api/policy-tests.ts';
import { CodeCoverage } from '../../components/code/code.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Section } from '../../components/section.tsx';
import { Tag, type Tone } from '../../components/tag.tsx';
import { t } from '../../texts/policy-tests.ts';

const tones: Readonly<Record<TestOutcome['status'], Tone>> = {
  passed: 'good',
  failed: 'bad',
  errored: 'bad',
  skipped: 'neutral',
};

type Row = TestOutcome & { readonly id: string };

const columns = (onGoTo: (row: number) => void): readonly Column<Row>[] => [
  {
    id: 'name',
    header: t.test,
    isName: true,
    cell: ({ name, row }) => (
      <Anchor component="button" type="button" inherit ta="left" title={t.line(row)} onClick={() => onGoTo(row)}>
        {name}
      </Anchor>
    ),
  },
  { id: 'status', header: t.status, cell: ({ status }) => <Tag tone={tones[status]}>{t[status]}</Tag> },
  {
    id: 'says',
    header: t.says,
    cell: ({ message, output }) => (
      <Text span inherit style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {[...(message === null ? [] : [message]), ...output].join('\n')}
      </Text>
    ),
  },
  { id: 'duration', header: t.duration, isNumber: true, cell: (test) => t.milliseconds(test['duration-ms']) },
];

interface TestResultsProps {
  readonly tests: readonly TestOutcome[];
  readonly onGoTo: (row: number) => void;
}

export function TestResults({ tests, onGoTo }: TestResultsProps) {
  const passed = tests.filter(({ status }) => status === 'passed').length;
  return (
    <Section title={t.results}>
      <Text size="sm" role="status">
        {tests.length === 0 ? t.noTests : t.summary(passed, tests.length)}
      </Text>
      {tests.length > 0 && (
        <DataTable
          caption={t.results}
          columns={columns(onGoTo)}
          rows={tests.map((test) => ({ ...test, id: `${test.row} ${test.name}` }))}
          nameOf={({ name }) => name}
        />
      )}
    </Section>
  );
}

interface CoverageViewProps {
  readonly name: string;
  readonly code: string;
  readonly coverage: Coverage;
}

export function CoverageView({ name, code, coverage: { percent, missed } }: CoverageViewProps) {
  const lines = missed.map(({ first, last }) => t.missedLines(first, last));
  return (
    <Section title={t.coverage}>
      <Stack gap="xs">
        <Text size="sm">
          {t.covered(percent)} {lines.length > 0 && t.missedList(lines.join(', '))}
        </Text>
        <CodeCoverage label={t.codeOf(name)} code={code} missed={missed} />
      </Stack>
    </Section>
  );
}
