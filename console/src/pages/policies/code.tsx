import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiFailure } from '../../../../client/failure.ts';
import { type CodeInForce, maxMessageLength, openedCodeQuery, type Policy } from '../../api/policies.ts';
import { CodeEditor } from '../../components/code/code.tsx';
import type { EditorHandle } from '../../components/code/editor.tsx';
import type { Lines } from '../../components/code/line-marks.ts';
import { Dimmed } from '../../components/dimmed.tsx';
import { Failure } from '../../components/failure.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { LoadingRows } from '../../components/loading-rows.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { useAct } from '../../components/use-act.ts';
import { counted } from '../../texts/counted.ts';
import classes from './code.module.css';
import { formattedCode, useCheck, useDraft, whyUnchecked } from './draft.ts';
import { PolicyPage, usePolicyParams } from './frame.tsx';
import { type CheckState, errorsIn, Problems } from './problems.tsx';
import { ReplayTrial } from './replay-trial.tsx';
import { type Tried, TryIt } from './try-it.tsx';
import { useWarningOfLoss } from './unsaved.ts';

type Draft = ReturnType<typeof useDraft>;

/** Says that another user has uploaded code since the page was opened. */
const SavedElsewhere = ({ draft, number }: { readonly draft: Draft; readonly number: number }) => {
  const { organization, id } = usePolicyParams();
  return (
    <Alert color="yellow" role="alert" title={`Another user has saved revision ${number.toLocaleString('en')}`}>
      <Stack gap="xs">
        <Text size="sm">
          Your code was not saved. Compare the new revision with the revision that you started from, then choose which
          code to keep.
        </Text>
        <Group gap="xs">
          {draft.base.revision > 0 && (
            <ButtonLink
              size="xs"
              variant="default"
              target="_blank"
              to="/app/organizations/$organization/policies/$policy/revisions/$revision"
              params={{ organization, policy: id, revision: String(number) }}
              search={{ against: draft.base.revision }}
            >
              See what changed
            </ButtonLink>
          )}
          <Button
            size="xs"
            variant="default"
            onClick={() => void draft.reload().catch((error: unknown) => notifyFailure('Not loaded', error))}
          >
            Load the new revision
          </Button>
          <Button size="xs" loading={draft.isSaving} onClick={() => void draft.save(true)}>
            Save my code as the next revision
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
};

const FormatButton = ({ policy, draft }: { readonly policy: Policy; readonly draft: Draft }) => {
  const { organization } = usePolicyParams();
  const { isRunning, run } = useAct((error) => notifyFailure('Not formatted', error));
  const format = async () => {
    const formatted = await formattedCode(organization, policy, draft.code);
    if (formatted === null)
      throw new ApiFailure(422, [{ detail: 'The code cannot be formatted while it has syntax errors.' }]);
    draft.setCode(formatted);
    notifyDone('The code was formatted.');
  };
  return (
    <Button variant="default" loading={isRunning} onClick={() => void run(format)}>
      Format
    </Button>
  );
};

/** Buttons that are shown if the service can check the code. */
const CheckedActs = ({ policy, draft }: { readonly policy: Policy; readonly draft: Draft }) => (
  <>
    <FormatButton policy={policy} draft={draft} />
    {draft.isChanged && <ReplayTrial policy={policy} code={draft.code} />}
  </>
);

/** Field for the message of the next revision. */
const MessageField = ({ draft }: { readonly draft: Draft }) => (
  <TextInput
    label="Message"
    description="Describe the change in one line. The message is shown next to the revision."
    maw={560}
    maxLength={maxMessageLength}
    value={draft.message}
    onChange={({ currentTarget }) => draft.setMessage(currentTarget.value)}
  />
);

interface ActsProps {
  readonly policy: Policy;
  readonly draft: Draft;
  readonly check: CheckState;
}

/** Buttons below the code editor. */
const Acts = ({ policy, draft, check }: ActsProps) => {
  const { base, setCode, isSaving, isChanged } = draft;
  return (
    <Group gap="xs">
      <Button loading={isSaving} disabled={!isChanged} onClick={() => void draft.save(false)}>
        {errorsIn(check) === 0 ? 'Save the code' : `Save with ${counted(errorsIn(check), 'error')}`}
      </Button>
      {whyUnchecked(policy, draft.code) === undefined && <CheckedActs policy={policy} draft={draft} />}
      {isChanged && base.code !== null && (
        <>
          <Button variant="default" onClick={() => setCode(base.code ?? '')}>
            Discard changes
          </Button>
          <Dimmed role="status">Unsaved changes</Dimmed>
        </>
      )}
    </Group>
  );
};

const noLines: readonly Lines[] = [];

const Editing = ({ policy, opened }: { readonly policy: Policy; readonly opened: CodeInForce }) => {
  const { organization } = usePolicyParams();
  const draft = useDraft(policy, opened);
  const { check, run } = useCheck(organization, policy);
  const editor = useRef<EditorHandle>(null);
  const why = whyUnchecked(policy, draft.code);
  const { base, code, setCode, newer, failure, isChanged } = draft;
  useWarningOfLoss(isChanged && base.code !== null);
  const [tried, setTried] = useState<Tried>();
  const goTo = (row: number, column: number) => editor.current?.goTo(row, column);
  const trueLines = (tried?.code === code ? tried.trial.attributes['true-lines'] : null) ?? noLines;
  return (
    <div className={classes.layout} data-aside={why === undefined}>
      <Stack>
        {base.code === null && (
          <Alert color="blue" title="This policy has no code yet">
            {policy.attributes.kind === 'opa' &&
              'You can start with the sample below. It becomes active when you save it.'}
          </Alert>
        )}
        {newer !== undefined && <SavedElsewhere draft={draft} number={newer} />}
        {failure !== undefined && <Failure error={failure} title="Not saved" />}
        <CodeEditor
          label={`Code of ${policy.attributes.name}`}
          value={code}
          onChange={setCode}
          check={run}
          trueLines={trueLines}
          inputForm={policy.attributes.input ?? 'plan'}
          handle={editor}
        />
        {why === undefined ? <Problems check={check} onGoTo={goTo} /> : <Dimmed>{why}</Dimmed>}
        <MessageField draft={draft} />
        <Acts policy={policy} draft={draft} check={check} />
      </Stack>
      {why === undefined && (
        <TryIt policy={policy} code={code} isSaved={!isChanged} tried={tried} onTried={setTried} onGoTo={goTo} />
      )}
    </div>
  );
};

const Code = ({ policy }: { readonly policy: Policy }) => {
  const { data, error, refetch, isFetchedAfterMount } = useQuery(openedCodeQuery(policy.id));
  if (error !== null) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined || !isFetchedAfterMount) return <LoadingRows />;
  return <Editing policy={policy} opened={data} />;
};

/** Page for editing a policy's code. */
export function PolicyCode() {
  return <PolicyPage>{(policy) => <Code key={policy.id} policy={policy} />}</PolicyPage>;
}
