// Asks before a change that can make more plans fail.
import { cancelReplay } from '../../api/replays.ts';
import { Canceled } from '../canceled.ts';
import { closeDialog, openDialog } from '../dialog-store.ts';
import { type BlockingQuestion, Question } from './question.tsx';

/** Query parameters of the change. Its audit record then contains the results of the replay. */
export interface ReplayShown {
  readonly replay: string | undefined;
}

/**
 * Opens a dialog that says what changes and replays the change with recorded plans. Resolves when the user saves, even
 * if the replay is still running. If the user closes the dialog, the replay is canceled, and `Canceled` is thrown.
 */
export async function askBefore(question: BlockingQuestion): Promise<ReplayShown> {
  const { title, replay } = question;
  const started = typeof replay === 'string' ? undefined : replay().then(({ data }) => data.id);
  const id = started?.catch(() => undefined);
  try {
    await new Promise<void>((resolve, reject) => {
      const save = () => {
        resolve();
        closeDialog();
      };
      openDialog(title, <Question question={question} started={started} onSave={save} />, () => reject(new Canceled()));
    });
  } catch (error) {
    // A replay that has finished cannot be canceled.
    void started?.then(cancelReplay).catch(() => undefined);
    throw error;
  }
  return { replay: await id };
}
