// Evaluates policies with OPA's Go library, so that tests can compare its results with the engine's.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { keptOpa } from './kept-programs.ts';

const run = promisify(execFile);

/** OPA's result for a query: the value of the rule, or an error. */
export type NativeVerdict = { readonly value?: unknown } | { readonly error: string };

/** Policy folder and the parameters of a query. */
export interface NativeCheck {
  readonly folder: string;
  readonly query: string;
  /** Path of a JSON file with the policy input. */
  readonly input: string;
  /** Paths of data files and folders, in the format of `--data` arguments. */
  readonly data?: readonly string[];
}

/** Returns a function that runs a check with OPA, or a message if OPA is not available on this machine. */
export async function nativeOpa(): Promise<((check: NativeCheck) => Promise<NativeVerdict>) | string> {
  const opa = await keptOpa();
  if ('missing' in opa) return opa.missing;
  return async ({ folder: policies, query, input, data = [] }) =>
    JSON.parse((await run(opa.path, [policies, query, input, ...data])).stdout);
}
