import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { errorCode } from '../../lib/errors/error-code.ts';
import { webAssembly } from './engine-choice.ts';

/**
 * Returns why the configured engine program cannot be run, and what to do. Returns undefined if it can be run, or if no
 * program is configured.
 */
export async function programProblem(path: string | undefined): Promise<string | undefined> {
  if (path === undefined || path === webAssembly) return undefined;
  const reason = await refusalOf(path);
  return (
    reason &&
    `TIPSTAFF_POLICY_ENGINE names ${path}, which cannot be run (${reason}): correct the variable, or unset it to use the engine that comes with Tipstaff.`
  );
}

async function refusalOf(path: string): Promise<string | undefined> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile() ? undefined : 'it is not a file';
  } catch (error) {
    return errorCode(error);
  }
}
