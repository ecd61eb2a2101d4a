// Results of a test run, and how much of the code the tests cover.
import { Anchor, Stack, Text } from '@mantine/core';
import type { Coverage, TestOutcome } from '../../api/policy-tests.ts';
import { CodeCoverage } from '../../components/code/code.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Section } from '../../components/section.tsx';
import { Tag, type Tone } from '../../components/tag.tsx';
import { counted } from '../../texts/counted.ts';
import { statusTexts } from '../../texts/policy-tests.ts';

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
    header: 'Test',
    cell: ({ name, row }) => (
      <Anchor
        component="button"
        type="button"
        inherit
        ta="left"
        title={`Line ${row.toLocaleString('en')}`}
        onClick={() => onGoTo(row)}
      >
        {name}
      </Anchor>
    ),
  },
  { id: 'status', header: 'Result', cell: ({ status }) => <Tag tone={tones[status]}>{statusTexts[status]}</Tag> },
  {
    id: 'says',
    header: 'Message and output',
    cell: ({ message, output }) => (
      <Text span inherit style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {[...(message === null ? [] : [message]), ...output].join('\n')}
      </Text>
    ),
  },
  { id: 'duration', header: 'Time', isNumber: true, cell: (test) => `${test['duration-ms'].toLocaleString('en')} ms` },
];

interface TestResultsProps {
  readonly tests: readonly TestOutcome[];
  readonly onGoTo: (row: number) => void;
}

export function TestResults({ tests, onGoTo }: TestResultsProps) {
  const passed = tests.filter(({ status }) => status === 'passed').length;
  return (
    <Section title="Results">
      <Text size="sm" role="status">
        {tests.length === 0
          ? 'The file contains no tests. The name of a test begins with test_.'
          : `${passed.toLocaleString('en')} of ${counted(tests.length, 'test')} passed`}
      </Text>
      {tests.length > 0 && (
        <DataTable
          caption="Results"
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
  const lines = missed.map(({ first, last }) =>
    first === last ? first.toLocaleString('en') : `${first.toLocaleString('en')}–${last.toLocaleString('en')}`,
  );
  const isOneLine = missed.length === 1 && missed[0]?.first === missed[0]?.last;
  return (
    <Section title="Coverage">
      <Stack gap="xs">
        <Text size="sm">
          {`The tests cover ${Math.floor(percent).toLocaleString('en')}% of the code.`}{' '}
          {lines.length > 0 && `No test covers ${isOneLine ? 'line' : 'lines'} ${lines.join(', ')}.`}
        </Text>
        <CodeCoverage label={`Code of ${name} with its coverage`} code={code} missed={missed} />
      </Stack>
    </Section>
  );
}
