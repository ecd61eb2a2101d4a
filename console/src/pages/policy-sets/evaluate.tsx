import { Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { evaluatePlan } from '../../api/evaluations.ts';
import type { PolicySet } from '../../api/policy-sets.ts';
import { Dimmed } from '../../components/dimmed.tsx';
import { Failure } from '../../components/failure.tsx';
import { FileDrop } from '../../components/file-drop.tsx';
import { useAct } from '../../components/use-act.ts';
import { PolicySetPage, useSetParams } from './frame.tsx';

const Upload = ({ set }: { readonly set: PolicySet }) => {
  const { organization } = useSetParams();
  const navigate = useNavigate();
  const { failure, isRunning, run } = useAct();
  const evaluate = async (file: File) => {
    const params = { organization, evaluation: await evaluatePlan(set.id, file) };
    await navigate({ to: '/app/organizations/$organization/evaluations/$evaluation', params });
  };
  return (
    <Stack maw={640}>
      {failure !== undefined && <Failure error={failure} title="Not evaluated" />}
      <FileDrop
        hint="Drop a plan in JSON here. “terraform show -json” or “tofu show -json” prints it."
        act="Choose a file"
        accept="application/json,.json"
        isBusy={isRunning}
        onFile={(file) => void run(() => evaluate(file))}
      />
      <Dimmed>
        The plan is evaluated with this policy set, whether or not the set applies to a workspace. The plan is deleted
        afterwards.
      </Dimmed>
    </Stack>
  );
};

/** Page that evaluates an uploaded plan and then opens the page of the evaluation. */
export function EvaluatePlan() {
  return <PolicySetPage>{(set) => <Upload set={set} />}</PolicySetPage>;
}
