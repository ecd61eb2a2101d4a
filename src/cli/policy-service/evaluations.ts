// Finds evaluations on a service.
import { UsageError } from '../terminal/command.ts';

/** Description of an argument or option that identifies an evaluation. */
export const evaluationWords = 'the identifier of an evaluation, or the link to its page';

/** Returns the identifier of an evaluation that is given by its identifier or by the link to its page. */
export function evaluationIn(text: string): string {
  const id = /^(?:https?:\/\/\S+\/evaluations\/)?(poleval-\w+)(?:[/?#]\S*)?$/.exec(text)?.[1];
  if (id !== undefined) return id;
  throw new UsageError(
    `${text} is neither the identifier of an evaluation, such as poleval-4xT9bQ7mZr2KfWns, nor the link to its page: a check with a service prints the link.`,
  );
}
