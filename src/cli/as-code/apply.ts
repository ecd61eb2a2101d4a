// Carries out a plan, one record after another: an interrupted one is finished by the next.

import { ApiFailure, isMissing } from '../../../client/failure.ts';
import { isRefusal, problemsOf, withOutcome } from '../client/service-failure.ts';
import { CommandFailed, type CommandProblem, NotChecked } from '../terminal/command.ts';
import { type Change, nameOf } from './difference.ts';
import { kinds, titleOf } from './kinds.ts';
import type { LeftOut } from './model.ts';
import type { Target } from './wire.ts';

/** Progress of a plan. */
export interface Progress {
  /** Number of changes that are made. */
  done: number;
  readonly total: number;
  /** Takes a change that the service refuses, after which the others are made; without it the first refusal is the end. */
  readonly onRefusal?: ((part: LeftOut) => void) | undefined;
}

/** Makes changes in their order; throws `CommandFailed` for the first that fails. */
export async function carryOut(target: Target, changes: readonly Change[], progress: Progress): Promise<void> {
  for (const change of changes) {
    try {
      const { save, remove } = kinds[nameOf(change).kind];
      if (change.action === 'delete') await remove?.(target, change.present);
      else await save(target, change);
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

/** The problems of a failed change; throws any other error again. */
function problemsIn(error: unknown): readonly CommandProblem[] {
  if (error instanceof ApiFailure) return problemsOf(error);
  if (error instanceof NotChecked || error instanceof CommandFailed) return error.problems;
  throw error;
}

/** True if the service has said no to this one change; a lost connection or an expired token ends the command. */
const isAboutChange = (error: unknown): boolean =>
  isRefusal(error) || isMissing(error) || error instanceof CommandFailed;

function failure(problems: readonly CommandProblem[], change: Change, { done, total }: Progress): CommandFailed {
  const sentence = `Changes made: ${done} of ${total}. Run the command again for the others.`;
  return new CommandFailed(
    ...withOutcome(
      problems.map((problem) => placed(problem, change)),
      sentence,
    ),
  );
}

/** A problem with the place of the declaration, of the attribute where it is about one. */
function placed(problem: CommandProblem, change: Change): CommandProblem {
  const name = `the ${titleOf(nameOf(change))}`;
  const detail =
    problem.code === 'precondition-failed' ? `${name} was changed by others in the meantime.` : problem.detail;
  if (change.action === 'delete') return { ...problem, detail: `${name}: ${detail}` };
  const [, attribute = ''] = /^\/data\/attributes\/([^/]+)/.exec(problem.pointer ?? '') ?? [];
  return { ...problem, detail: `${change.declared.place.of(attribute)}: ${detail}` };
}
