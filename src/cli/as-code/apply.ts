// Makes the planned changes one by one. If the command is interrupted, the next run makes the remaining ones.

import { ApiFailure, isMissing } from '../../../client/failure.ts';
import { isRefusal, problemsOf, withOutcome } from '../client/service-failure.ts';
import { CommandFailed, type CommandProblem, NotChecked } from '../terminal/command.ts';
import { type Change, changeKey, nameOf } from './difference.ts';
import { kinds, titleOf } from './kinds.ts';
import type { LeftOut } from './model.ts';
import { type ApiTarget, targetWithReplay } from './wire.ts';

export interface ApplyProgress {
  /** Number of changes made so far. */
  done: number;
  readonly total: number;
  /**
   * Called with each change that the service refuses. The remaining changes are still made. Without this callback, the
   * first refusal fails the command.
   */
  readonly onRefusal?: ((part: LeftOut) => void) | undefined;
  /** Identifiers of the replays, by the keys of the changes that they replayed. */
  readonly replays?: ReadonlyMap<string, string>;
}

/** Makes the changes in order. Throws `CommandFailed` for the first change that fails. */
export async function carryOut(target: ApiTarget, changes: readonly Change[], progress: ApplyProgress): Promise<void> {
  for (const change of changes) {
    try {
      const { save, remove } = kinds[nameOf(change).kind];
      const replay = progress.replays?.get(changeKey(change));
      const own = replay === undefined ? target : targetWithReplay(target, replay);
      if (change.action === 'delete') await remove?.(own, change.present);
      else await save(own, change);
      progress.done += 1;
    } catch (error) {
      const problems = problemsIn(error);
      if (progress.onRefusal === undefined || !isAboutChange(error)) throw failure(problems, change, progress);
      progress.onRefusal({
        what: `the ${titleOf(nameOf(change))}`,
        reason: problems.map(({ detail }) => detail).join(' '),
      });
    }
  }
}

/** Returns the problems that made a change fail. Rethrows errors that do not concern a single change. */
function problemsIn(error: unknown): readonly CommandProblem[] {
  if (error instanceof ApiFailure) return problemsOf(error);
  if (error instanceof NotChecked || error instanceof CommandFailed) return error.problems;
  throw error;
}

/** Whether the error concerns this change only, unlike a lost connection or an expired token. */
const isAboutChange = (error: unknown): boolean =>
  isRefusal(error) || isMissing(error) || error instanceof CommandFailed;

function failure(problems: readonly CommandProblem[], change: Change, { done, total }: ApplyProgress): CommandFailed {
  const sentence = `Changes made: ${done} of ${total}. Run the command again to make the remaining changes.`;
  return new CommandFailed(
    ...withOutcome(
      problems.map((problem) => placed(problem, change)),
      sentence,
    ),
  );
}

/**
 * Prefixes a problem with the file and line of the declared attribute or record, or with the record's name if the
 * record is to be deleted.
 */
function placed(problem: CommandProblem, change: Change): CommandProblem {
  const name = `the ${titleOf(nameOf(change))}`;
  const detail =
    problem.code === 'precondition-failed'
      ? `${name} was changed by somebody else while this command was running.`
      : problem.detail;
  if (change.action === 'delete') return { ...problem, detail: `${name}: ${detail}` };
  const [, attribute = ''] = /^\/data\/attributes\/([^/]+)/.exec(problem.pointer ?? '') ?? [];
  return { ...problem, detail: `${change.declared.place.of(attribute)}: ${detail}` };
}
