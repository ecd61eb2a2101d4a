// Trial of the code in the editor with one plan. It shows the output and can generate tests from findings.
import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { ApiFailure } from '../../../../client/failure.ts';
import type { Policy } from '../../api/policies.ts';
import { draftTests } from '../../api/policy-tests.ts';
import { type Trial, type TrialInput, tryDraft } from '../../api/trials.ts';
import { Dimmed } from '../../components/dimmed.tsx';
import { Failure } from '../../components/failure.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { Section } from '../../components/section.tsx';
import { Tag, type Tone } from '../../components/tag.tsx';
import { useAct } from '../../components/use-act.ts';
import { counted } from '../../texts/counted.ts';
import { oldSummary } from '../../texts/evaluations.ts';
import { statusNames } from '../../texts/trials.ts';
import { Fold } from '../evaluations/fold.tsx';
import { problemsOf } from '../evaluations/groups.ts';
import { FindingRow, ProblemList } from '../evaluations/problems.tsx';
import { quiet } from '../evaluations/quiet.ts';
import { Unknown } from '../evaluations/unknown-values.tsx';
import { usePolicyParams } from './frame.tsx';
import { Problems } from './problems.tsx';
import { InputChoice, useTrialInput } from './trial-input.tsx';

/** A trial, and the code and input that it used. */
export interface Tried {
  readonly trial: Trial;
  readonly code: string;
  readonly input: TrialInput;
}

const tones: Readonly<Record<Trial['attributes']['status'], Tone>> = {
  passed: 'good',
  failed: 'bad',
  errored: 'bad',
};

interface ResultProps {
  readonly policy: Policy;
  readonly tried: Tried;
  /** Whether the code of the trial is the policy's current code. */
  readonly isSaved: boolean;
  readonly onGoTo: (row: number, column: number) => void;
}

const MakeTest = ({ policy, tried, at }: Pick<ResultProps, 'policy' | 'tried'> & { readonly at: number }) => {
  const { organization } = usePolicyParams();
  const navigate = useNavigate();
  const { isRunning, run } = useAct((error) => notifyFailure('Not created', error));
  const { code, input, trial } = tried;
  const make = async () => {
    const { tests } = (await tryDraft(policy.id, { code, input, testOf: at })).attributes;
    if (tests === null)
      throw new ApiFailure(422, [
        {
          detail:
            'No test could be created from this failure, because the policy does not fail again if the plan is its only input. Write the test by hand.',
        },
      ]);
    draftTests(policy.id, tests);
    const params = { organization, policy: policy.id };
    await navigate({ to: '/app/organizations/$organization/policies/$policy/tests', params });
    notifyDone(
      input.kind === 'plan'
        ? `The test passes. Save it with the other tests. The test contains parts of your plan, so check it for secrets before you save it.`
        : 'The test passes. Save it with the other tests.',
    );
  };
  return (
    <Button
      {...quiet}
      loading={isRunning}
      aria-label={`Make a test from this failure: ${trial.attributes.findings[at]?.message ?? ''}`}
      onClick={() => void run(make)}
    >
      Make a test
    </Button>
  );
};

const Found = ({ policy, tried, isSaved }: Omit<ResultProps, 'onGoTo'>) => {
  const { findings, ages, 'output-count': count } = tried.trial.attributes;
  const found = findings.map((attributes, at) => ({ id: `output-${at}`, attributes, at, age: ages?.[at] }));
  const { fresh = [], old = [] } = Object.groupBy(found, ({ age }) => (age?.old === true ? 'old' : 'fresh'));
  const problems = (some: typeof found) => (
    <ProblemList
      problems={problemsOf(some)}
      headingOrder={3}
      row={(finding) => (
        <FindingRow
          key={finding.id}
          finding={finding}
          actions={isSaved && <MakeTest policy={policy} tried={tried} at={finding.at} />}
        >
          {finding.age?.['new-reason']?.message != null && (
            <Text size="sm">{`New: ${finding.age['new-reason'].message}`}</Text>
          )}
        </FindingRow>
      )}
    />
  );
  return (
    <Stack gap="xs">
      {problems(fresh)}
      {old.length > 0 && (
        <Fold summary={oldSummary(old.length)} findings={old}>
          {problems(old)}
        </Fold>
      )}
      {count > found.length && <Text size="sm">{`and ${(count - found.length).toLocaleString('en')} more`}</Text>}
      {!isSaved && <Dimmed>A test uses the saved code, so save the code first.</Dimmed>}
    </Stack>
  );
};

const Prints = ({ prints }: { readonly prints: readonly string[] }) =>
  prints.length > 0 && (
    <Stack gap={2}>
      <Dimmed>Printed</Dimmed>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {prints.join('\n')}
      </Code>
    </Stack>
  );

const Result = ({ policy, tried, isSaved, onGoTo }: ResultProps) => {
  const { status, problems, prints, 'duration-ms': duration, ...attributes } = tried.trial.attributes;
  const { 'true-lines': lines, 'depends-on-unknown': unknown } = attributes;
  const count = lines?.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  return (
    <Stack gap="xs" role="group" aria-label="Result of the trial">
      <Group gap="xs" role="status">
        <Tag tone={tones[status]}>{statusNames[status] ?? status}</Tag>
        <Dimmed>{`${duration.toLocaleString('en')} ms`}</Dimmed>
      </Group>
      {problems.length > 0 && <Problems check={{ state: 'checked', problems }} onGoTo={onGoTo} />}
      {status === 'passed' && <Text size="sm">No findings.</Text>}
      {status === 'failed' && <Found policy={policy} tried={tried} isSaved={isSaved} />}
      <Unknown status={status} unknown={unknown} />
      <Prints prints={prints} />
      {status !== 'errored' && (
        <Text size="sm">
          {count === undefined
            ? 'Finding the matching lines took too long.'
            : `${counted(count, 'line')} of the code matched, marked with ✓.`}
        </Text>
      )}
    </Stack>
  );
};

interface TryItProps {
  readonly policy: Policy;
  readonly code: string;
  readonly isSaved: boolean;
  readonly tried: Tried | undefined;
  readonly onTried: (tried: Tried) => void;
  readonly onGoTo: (row: number, column: number) => void;
}

/** Form that evaluates the code in the editor with a plan that the user selects. */
export const TryIt = ({ policy, code, isSaved, tried, onTried, onGoTo }: TryItProps) => {
  const { organization } = usePolicyParams();
  const chosen = useTrialInput(organization);
  const { failure, isRunning, run } = useAct();
  const { input } = chosen;
  const tryWith = async (wanted: TrialInput) =>
    onTried({ trial: await tryDraft(policy.id, { code, input: wanted }), code, input: wanted });
  return (
    <Section title="Try it" intro="Evaluates the code in the editor with one plan. Nothing is saved.">
      <InputChoice chosen={chosen} />
      <Group gap="xs">
        <Button
          loading={isRunning}
          disabled={input === undefined}
          onClick={() => input && void run(() => tryWith(input))}
        >
          Try it
        </Button>
        {tried !== undefined && tried.code !== code && (
          <Dimmed role="status">The code has changed since the last trial. Try it again.</Dimmed>
        )}
      </Group>
      {failure !== undefined && <Failure error={failure} title="Not run" />}
      {tried !== undefined && (
        <Result policy={policy} tried={tried} isSaved={isSaved && tried.code === code} onGoTo={onGoTo} />
      )}
    </Section>
  );
};
