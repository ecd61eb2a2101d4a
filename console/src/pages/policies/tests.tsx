// Editor for the tests of a policy. Tests can be run before they are saved.
import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Resource } from '../../api/client.ts';
import { checkDraft, type Policy, policyQuery } from '../../api/policies.ts';
import {
  deleteTests,
  draftedTests,
  draftTests,
  openedTestsQuery,
  readTests,
  uploadTests,
} from '../../api/policy-tests.ts';
import { queryClient } from '../../api/query-client.ts';
import { CodeEditor } from '../../components/code/code.tsx';
import type { EditorHandle } from '../../components/code/editor.tsx';
import { confirmAct } from '../../components/confirm.tsx';
import { Dimmed } from '../../components/dimmed.tsx';
import { Failure } from '../../components/failure.tsx';
import { PageLink } from '../../components/links.tsx';
import { LoadingRows } from '../../components/loading-rows.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { PolicyPage, usePolicyParams } from './frame.tsx';
import { Problems } from './problems.tsx';
import { CoverageView, TestResults } from './test-results.tsx';
import { sampleTests } from './tests-sample.ts';
import { useWarningOfLoss } from './unsaved.ts';

type Run = Resource<'policy-code-checks'>['attributes'] & { readonly of: string };

/** Draft of the tests. Initially it contains the tests that were stored when the page was opened. */
function useTests(policy: Policy, code: string, opened: string | null) {
  const { organization } = usePolicyParams();
  const [base, setBase] = useState(opened);
  const [text, setText] = useState(() => draftedTests(policy.id) ?? opened ?? sampleTests(code));
  const [theirs, setTheirs] = useState<string | null>();
  const [ran, setRan] = useState<Run>();
  const [busy, setBusy] = useState<'running' | 'saving'>();
  const { id } = policy;

  const during = async (what: 'running' | 'saving', act: () => Promise<unknown>) => {
    setBusy(what);
    try {
      await act();
    } catch (error) {
      notifyFailure(what === 'running' ? 'Not run' : 'Not saved', error);
    } finally {
      setBusy(undefined);
    }
  };
  const run = () =>
    during('running', async () => {
      const { kind, query = null } = policy.attributes;
      const { data } = await checkDraft(organization, { kind, query, code, tests: text });
      setRan({ ...data.attributes, of: text });
    });
  /**
   * Saves the draft. If another user has changed the tests since the page was opened, the user has to confirm first.
   */
  const save = (isForced: boolean) =>
    during('saving', async () => {
      const stored = isForced ? base : await readTests(id);
      if (stored !== base) {
        setTheirs(stored);
        return;
      }
      queryClient.setQueryData(policyQuery(id).queryKey, await uploadTests(id, { content: text }));
      setBase(text);
      setTheirs(undefined);
      draftTests(id, null);
      notifyDone('The tests were saved.');
    });
  const take = (stored: string | null) => {
    draftTests(id, null);
    setBase(stored);
    setText(stored ?? '');
    setTheirs(undefined);
  };
  return { base, text, setText, theirs, take, ran, run, save, busy };
}

type Tests = ReturnType<typeof useTests>;

const SavedElsewhere = ({ tests, theirs }: { readonly tests: Tests; readonly theirs: string | null }) => (
  <Alert color="yellow" role="alert" title="Another user has saved the tests">
    <Stack gap="xs">
      <Text size="sm">
        Your tests were not saved. Load the saved tests and lose your changes, or replace the saved tests with your
        tests.
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => tests.take(theirs)}>
          Load the saved tests
        </Button>
        <Button size="xs" onClick={() => void tests.save(true)}>
          Save my tests
        </Button>
      </Group>
    </Stack>
  </Alert>
);

const DeleteButton = ({ policy, tests }: { readonly policy: Policy; readonly tests: Tests }) => {
  const confirmDeletion = () =>
    confirmAct({
      title: `Delete the tests of ${policy.attributes.name}?`,
      body: 'The policy and its code are kept. Code that is uploaded from now on is not tested.',
      act: 'Delete the tests',
      onConfirm: async () => {
        await deleteTests(policy.id);
        tests.take(null);
        notifyDone('The tests were deleted.');
        await queryClient.invalidateQueries({ queryKey: policyQuery(policy.id).queryKey, exact: true });
      },
    });
  return (
    <Button variant="default" c="var(--mantine-color-error)" onClick={confirmDeletion}>
      Delete the tests
    </Button>
  );
};

interface OutcomeProps {
  readonly policy: Policy;
  readonly code: string;
  readonly run: Run;
  readonly onGoTo: (row: number) => void;
}

type Problem = Run['problems'][number];

const isError = ({ severity }: Problem): boolean => severity === 'error';

/**
 * Whether a problem is in the tests. Each problem names its file, and the name of the tests file ends in `_test.rego`.
 */
const isOfTests = ({ file }: Problem): boolean => file?.endsWith('_test.rego') === true;

const CodeErrors = ({ policy, problems }: { readonly policy: Policy; readonly problems: readonly Problem[] }) => {
  const { organization } = usePolicyParams();
  return (
    <Alert color="red" role="alert" title="The code of the policy has an error, so the tests were not run">
      <List size="sm" listStyleType="none">
        {problems.map(({ row, column, message }) => (
          <List.Item key={`${row} ${column} ${message}`} style={{ overflowWrap: 'anywhere' }}>
            {row === null ? message : `Line ${row.toLocaleString('en')}: ${message}`}
          </List.Item>
        ))}
      </List>
      <PageLink
        to="/app/organizations/$organization/policies/$policy/code"
        params={{ organization, policy: policy.id }}
        size="sm"
      >
        Open the code of the policy
      </PageLink>
    </Alert>
  );
};

const Outcome = ({ policy, code, run, onGoTo }: OutcomeProps) => {
  const ofCode = run.problems.filter((each) => isError(each) && !isOfTests(each));
  const ofTests = run.problems.filter(isOfTests);
  if (ofCode.length > 0) return <CodeErrors policy={policy} problems={ofCode} />;
  return (
    <>
      {ofTests.length > 0 && <Problems check={{ state: 'checked', problems: ofTests }} onGoTo={onGoTo} />}
      {!ofTests.some(isError) && <TestResults tests={run.tests} onGoTo={onGoTo} />}
      {run.coverage !== null && <CoverageView name={policy.attributes.name} code={code} coverage={run.coverage} />}
    </>
  );
};

interface EditingProps {
  readonly policy: Policy;
  readonly code: string;
  readonly opened: string | null;
}

const Editing = ({ policy, code, opened }: EditingProps) => {
  const tests = useTests(policy, code, opened);
  const editor = useRef<EditorHandle>(null);
  const { base, text, setText, theirs, ran, run, save, busy } = tests;
  const isChanged = text !== base;
  useWarningOfLoss(isChanged && base !== null);
  const goTo = (row: number) => editor.current?.goTo(row, 1);
  return (
    <Stack>
      <Text c="dimmed">
        Tests are rules whose names begin with test_. They run each time code is uploaded, and whenever you run them
        here.
      </Text>
      {theirs !== undefined && <SavedElsewhere tests={tests} theirs={theirs} />}
      <CodeEditor label={`Tests of ${policy.attributes.name}`} value={text} onChange={setText} handle={editor} />
      <Group gap="xs">
        <Button loading={busy === 'running'} onClick={() => void run()}>
          Run the tests
        </Button>
        <Button variant="default" loading={busy === 'saving'} disabled={!isChanged} onClick={() => void save(false)}>
          Save the tests
        </Button>
        {base !== null && <DeleteButton policy={policy} tests={tests} />}
        {ran !== undefined && ran.of !== text && (
          <Dimmed role="status">The tests have changed since the last run.</Dimmed>
        )}
      </Group>
      {ran !== undefined && <Outcome policy={policy} code={code} run={ran} onGoTo={goTo} />}
    </Stack>
  );
};

const Opened = ({ policy }: { readonly policy: Policy }) => {
  const { data, error, refetch, isFetchedAfterMount } = useQuery(openedTestsQuery(policy));
  if (error !== null) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined || !isFetchedAfterMount) return <LoadingRows />;
  if (data.code === null)
    return (
      <Alert color="blue" title="This policy has no code yet">
        Save the code first, because the tests run with it.
      </Alert>
    );
  return <Editing policy={policy} code={data.code} opened={data.tests} />;
};

/** Page for editing and running the tests of a policy, with results and coverage. */
export function PolicyTests() {
  return <PolicyPage>{(policy) => <Opened key={policy.id} policy={policy} />}</PolicyPage>;
}
