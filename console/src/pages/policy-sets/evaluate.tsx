import { Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { evaluatePlan } from '../../api/evaluations.ts';
import type { PolicySet } from '../../api/policy-sets.ts';
import { Failure } from '../../components/failure.tsx';
import { FileDrop } from '../../components/file-drop.tsx';
import { t } from '../../texts/policy-sets.ts';
import { not } from '../../texts/refusals.ts';
import { PolicySetPage, useSetParams } from './frame.tsx';

const Upload = ({ set }: { readonly set: PolicySet }) => {
  const { organization } = useSetParams();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const evaluate = async (file: File) => {
    setBusy(true);
    setFailure(undefined);
    try {
      const evaluation = await evaluatePlan(set.id, file);
      const params = { organization, evaluation };
      await navigate({ to: '/app/organizations/$organization/evaluations/$evaluation', params });
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack maw={640}>
      {failure !== undefined && <Failure error={failure} title={not.evaluated} />}
      <FileDrop
        hint={t.planHint}
        act={t.planChoose}
        accept="application/json,.json"
        isBusy={isBusy}
        onFile={(file) => void evaluate(file)}
      />
      <Text size="sm" c="dimmed">
        {t.planNote}
      </Text>
    </Stack>
  );
};

/** Takes a plan; the page of the evaluation shows what comes of it. */
export function EvaluatePlan() {
  return <PolicySetPage>{(set) => <Upload set={set} />}</PolicySetPage>;
}
