// Choice of the plan that a draft is tried with.
import { NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure } from '../../../../client/failure.ts';
import { recordedInputsQuery } from '../../api/recorded-plans.ts';
import { maxPlanBytes, type TrialInput } from '../../api/trials.ts';
import { Dimmed } from '../../components/dimmed.tsx';
import { FileDrop } from '../../components/file-drop.tsx';
import { notifyFailure } from '../../components/notify.tsx';
import { exactTime } from '../../components/relative-time.ts';
import { not } from '../../texts/refusals.ts';
import { t } from '../../texts/trials.ts';

interface File {
  readonly name: string;
  readonly plan: string;
}

/** The chosen plan; undefined while a file has to be chosen. */
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
    if (taken.size > maxPlanBytes) notifyFailure(not.loaded, new ApiFailure(413, [{ detail: t.tooLarge }]));
    else setFile({ name: taken.name, plan: await taken.text() });
  };
  return (
    <>
      <FileDrop
        hint={t.fileHint}
        act={t.choose}
        accept="application/json,.json"
        isBusy={false}
        onFile={(taken) => void take(taken)}
      />
      {file !== undefined && (
        <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
          {t.chosen(file.name)}
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
      <Dimmed>{t.noneRecorded}</Dimmed>
    ) : (
      <NativeSelect
        label={t.input}
        value={chosen}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        data={[
          { value: 'last-failure', label: t.lastFailure },
          ...recorded.map(({ id, attributes }) => ({
            value: id,
            label: t.recorded(attributes['workspace-name'], exactTime(attributes['evaluated-at'])),
          })),
          { value: 'file', label: t.file },
        ]}
      />
    )}
    {chosen === 'file' && <FileChoice file={file} setFile={setFile} />}
  </Stack>
);
