// Restores an earlier revision of a policy's code and shows an undo button.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type Policy, restoreRevision } from '../../api/policies.ts';
import { refresh } from '../../api/refresh.ts';
import { confirmAct } from '../../components/confirm.tsx';
import { notifyDone, notifyWithUndo } from '../../components/notify.tsx';

const restore = async (queryClient: QueryClient, { id }: Policy, number: number): Promise<void> => {
  await restoreRevision(id, String(number), { query: { message: `Restores revision ${number.toLocaleString('en')}` } });
  await refresh(queryClient, 'policy', id);
};

/**
 * Returns a function that restores a revision after a confirmation. `current` is the number of the revision that is
 * current before the restore.
 */
export function useRestoring(policy: Policy) {
  const queryClient = useQueryClient();
  return (number: number, current: number | undefined) =>
    confirmAct({
      title: `Restore revision ${number.toLocaleString('en')}?`,
      body: 'The code of this revision becomes a new revision and takes effect immediately. No revision is lost.',
      act: 'Restore',
      refused: 'Not restored',
      isDangerous: false,
      onConfirm: async () => {
        await restore(queryClient, policy, number);
        const message = `The code of revision ${number.toLocaleString('en')} is active again.`;
        if (current === undefined) notifyDone(message);
        else notifyWithUndo(message, () => restore(queryClient, policy, current));
      },
    });
}
