// Button that changes a policy so that it can block plans.
import { Button, type ButtonProps } from '@mantine/core';
import { type Policy, updatePolicy } from '../../api/policies.ts';
import { refresh } from '../../api/refresh.ts';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { useAct } from '../../components/use-act.ts';
import { usePolicyParams } from './frame.tsx';
import { askAboutPolicy, type PolicyState } from './question.ts';

interface EnforceButtonProps extends ButtonProps {
  readonly policy: Policy;
  readonly changes: Partial<PolicyState>;
  /** Message after the change. */
  readonly done: string;
}

export function EnforceButton({ policy, changes, done, ...props }: EnforceButtonProps) {
  const { organization } = usePolicyParams();
  const { isRunning, run } = useAct((error) => notifyFailure('Not changed', error));
  const enforce = async () => {
    const shown = await askAboutPolicy(organization, policy, changes);
    await updatePolicy(policy.id, changes, undefined, shown);
    notifyDone(done);
    await refresh('policy', policy.id);
  };
  return <Button size="xs" loading={isRunning} onClick={() => void run(enforce)} {...props} />;
}
