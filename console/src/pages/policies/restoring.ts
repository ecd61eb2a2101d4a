// Restores an earlier revision of a policy's code and shows an undo button.
import { type Policy, restoreRevision } from '../../api/policies.ts';
import { refresh } from '../../api/refresh.ts';
import type { ReplayShown } from '../../components/blocking-question/ask.tsx';
import { confirmAct } from '../../components/confirm.tsx';
import { notifyDone, notifyFailure, notifyWithUndo } from '../../components/notify.tsx';
import { usePolicyParams } from './frame.tsx';
import { askAboutCode } from './question.ts';

const restore = async ({ id }: Policy, number: number, shown?: ReplayShown): Promise<void> => {
  const query = { message: `Restores revision ${number.toLocaleString('en')}`, ...shown };
  await restoreRevision(id, String(number), { query });
  await refresh('policy', id);
};

/**
 * Returns a function that restores a revision after a confirmation. `current` is the number of the revision that is
 * current before the restore.
 */
export function useRestoring(policy: Policy) {
  const { organization } = usePolicyParams();
  const confirmed = async (number: number, current: number | undefined, shown?: ReplayShown): Promise<void> => {
    await restore(policy, number, shown);
    const message = `The code of revision ${number.toLocaleString('en')} is active again.`;
    if (current === undefined) notifyDone(message);
    else notifyWithUndo(message, () => restore(policy, current));
  };
  const ask = async (number: number, current: number | undefined): Promise<void> => {
    const tried = { revision: number };
    const shown = await askAboutCode(organization, policy, { errors: 0, tried });
    if (shown !== undefined) return confirmed(number, current, shown);
    confirmAct({
      title: `Restore revision ${number.toLocaleString('en')}?`,
      body: 'The code of this revision becomes a new revision and takes effect immediately. No revision is lost.',
      act: 'Restore',
      refused: 'Not restored',
      isDangerous: false,
      onConfirm: () => confirmed(number, current),
    });
  };
  return (number: number, current: number | undefined) =>
    void ask(number, current).catch((error: unknown) => notifyFailure('Not restored', error));
}
