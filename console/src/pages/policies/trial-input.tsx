// Form field that selects the plan for a trial.
import { NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure } from '../../../../client/failure.ts';
import { recordedInputsQuery } from '../../api/recorded-plans.ts';
import { exactTime } from '../../api/time-preference.ts';
import { maxPlanBytes, type TrialInput } from '../../api/trials.ts';
import { Dimmed } from '../../components/dimmed.tsx';
import { FileDrop } from '../../components/file-drop.tsx';
import { notifyFailure } from '../../components/notify.tsx';

interface File {
  readonly name: string;
  readonly plan: string;
}

/** State of the selection. The plan is undefined while the user still has to choose a file. */
export function useTrialInput(organization: string) {
  const { data } = useQuery(recordedInputsQuery(organization));
  const [wanted, choose] = useState('last-failure');
  const [file, setFile] = useState<File>();
  const recorded = data?.data ?? [];
  const chosen = data !== undefined && recorded.length === 0 ? 'file' : wanted;
  const input = ((): TrialInput | undefined => {
    if (chosen === 'file') return file && { kind: 'plan', plan: file.plan };
    return chosen === 'last-failure' ? { kind: 'last-failure' } : { kind: 'recorded', id: chosen };
  })();
  return { recorded, isKnown: data !== undefined, chosen, choose, file, setFile, input };
}

export type ChosenInput = ReturnType<typeof useTrialInput>;

const FileChoice = ({ file, setFile }: Pick<ChosenInput, 'file' | 'setFile'>) => {
  const take = async (taken: globalThis.File) => {
    if (taken.size > maxPlanBytes)
      notifyFailure(
        'Not loaded',
        new ApiFailure(413, [
          {
            detail: 'The plan is larger than 1 MB. Send it to the service for evaluation, then use the recorded plan.',
          },
        ]),
      );
    else setFile({ name: taken.name, plan: await taken.text() });
  };
  return (
    <>
      <FileDrop
        hint="A plan in JSON, such as the output of “terraform show -json”, up to 1 MB. It is not stored."
        act="Choose a plan"
        accept="application/json,.json"
        isBusy={false}
        onFile={(taken) => void take(taken)}
      />
      {file !== undefined && (
        <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
          {`Plan: ${file.name}`}
        </Text>
      )}
    </>
  );
};

export const InputChoice = ({
  chosen: { recorded, isKnown, chosen, choose, file, setFile },
}: {
  chosen: ChosenInput;
}) => (
  <Stack gap="xs">
    {isKnown && recorded.length === 0 ? (
      <Dimmed>The organization does not record plans. An owner can turn this on in the settings.</Dimmed>
    ) : (
      <NativeSelect
        label="Plan"
        value={chosen}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        data={[
          { value: 'last-failure', label: 'The last plan that failed the current code' },
          ...recorded.map(({ id, attributes }) => ({
            value: id,
            label: `${attributes['workspace-name'] ?? 'No workspace'}, ${exactTime(attributes['evaluated-at'])}`,
          })),
          { value: 'file', label: 'A file from this computer' },
        ]}
      />
    )}
    {chosen === 'file' && <FileChoice file={file} setFile={setFile} />}
  </Stack>
);
