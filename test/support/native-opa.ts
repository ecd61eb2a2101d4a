// OPA itself, as its Go library reads a folder, to compare verdicts with.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { go } from '../../scripts/engine/go.ts';
import { engineFolder } from '../../scripts/engine/sums.ts';

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

/** Builds OPA into a folder; undefined where this machine lacks Go or the modules of the engine. */
export async function nativeOpa(folder: string): Promise<((check: NativeCheck) => Promise<NativeVerdict>) | undefined> {
  const program = join(folder, 'native-opa');
  try {
    await go(engineFolder, ['build', '-o', program, './conformance/bundle'], { GOPROXY: 'off' });
  } catch {
    return undefined;
  }
  return async ({ folder: policies, query, input, data = [] }) =>
    JSON.parse((await run(program, [policies, query, input, ...data])).stdout);
}

export const noNativeOpa = 'Go and the modules of policy-engine are not on this machine';
