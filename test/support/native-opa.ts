// OPA itself, as its Go library reads a folder, to compare verdicts with.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { keptOpa } from './kept-programs.ts';

const run = promisify(execFile);

/** Verdict of OPA on the policies of a folder: the value of the rule, or the error because of which it has none. */
export type NativeVerdict = { readonly value?: unknown } | { readonly error: string };

/** A folder of policies with what a query of it is evaluated with. */
export interface NativeCheck {
  readonly folder: string;
  readonly query: string;
  /** A file in JSON. */
  readonly input: string;
  /** Files and folders, as `--data` names them. */
  readonly data?: readonly string[];
}

/** Runs OPA on a check; a sentence if this machine cannot have OPA. */
export async function nativeOpa(): Promise<((check: NativeCheck) => Promise<NativeVerdict>) | string> {
  const opa = await keptOpa();
  if ('missing' in opa) return opa.missing;
  return async ({ folder: policies, query, input, data = [] }) =>
    JSON.parse((await run(opa.path, [policies, query, input, ...data])).stdout);
}
