// Builds the native `opa` program from the source of the engine's OPA version, and compares its results with the
// engine's results.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { go } from '../../../scripts/engine/go.ts';
import { engineFolder } from '../../../scripts/engine/sums.ts';
import type { Verdict } from '../../../src/effects/policy-engine/answers.ts';
import { newPolicyEngine } from '../../../src/effects/policy-engine/policy-engine.ts';
import { parseKnown } from '../../../src/lib/json/exact-json.ts';
import type { Generated } from './generated.ts';
import { canonical, type Deviation } from './own-cases.ts';

/** Builds the `opa` program in a folder and returns its path. Throws if its Go modules cannot be downloaded. */
export async function buildNative(folder: string): Promise<string> {
  const module = await readFile(join(engineFolder, 'go.mod'), 'utf8');
  const [, version = ''] = /open-policy-agent\/opa (v\S+)/.exec(module) ?? [];
  await go(folder, ['install', `github.com/open-policy-agent/opa@${version}`], { GOBIN: folder });
  return join(folder, 'opa');
}

const query = 'data.p.deny';

/** Converts an engine's verdict to a notation for results of both programs: the members of the result, or the error. */
const ofVerdict = ({ status, output, problems }: Verdict): string =>
  status === 'errored' ? `errored: ${problems[0]?.code}` : `members: ${output.map(canonical).join()}`;

interface NativeAnswer {
  readonly errors?: readonly { readonly code?: string }[] | { readonly code?: string };
  readonly result?: readonly { readonly expressions: readonly { readonly value: unknown }[] }[];
}

function ofNative({ errors, result }: NativeAnswer): string {
  if (errors !== undefined) return `errored: ${[errors].flat()[0]?.code}`;
  const value = result?.[0]?.expressions[0]?.value;
  if (value === undefined) return 'errored: undefined_result';
  return Array.isArray(value) ? `members: ${value.map(canonical).join()}` : 'errored: wrong_result';
}

/**
 * Returns the result that the engine must give. If a rule can never give a verdict, the engine reports one compilation
 * error, regardless of the plan.
 */
const owed = (native: string, { givesVerdict }: Generated): string =>
  !givesVerdict && native.startsWith('errored: ') ? 'errored: wrong_result' : native;

async function nativeAnswer(opa: string, folder: string, { version, source, input }: Generated): Promise<string> {
  const file = join(folder, 'p.rego');
  await writeFile(file, source);
  const words = ['eval', '--format', 'json', '--stdin-input', `--${version}-compatible`, '--data', file, query];
  const { promise, resolve } = Promise.withResolvers<string>();
  // If the policy has an error, `opa` exits with a non-zero status and still writes the result to standard output.
  const child = execFile(opa, words, { env: {}, maxBuffer: 64 * 1024 * 1024 }, (_error, stdout) => resolve(stdout));
  child.stdin?.end(input);
  return ofNative(parseKnown(await promise));
}

/**
 * Returns the differences between the results of the engine and of `opa`, and the number of policies for each result.
 */
export async function compareWithNative(
  opa: string,
  folder: string,
  policies: readonly Generated[],
): Promise<{ readonly deviations: readonly Deviation[]; readonly counts: Readonly<Record<string, number>> }> {
  await using engine = newPolicyEngine({ memory: 512 });
  const deviations: Deviation[] = [];
  const counts = { passed: 0, failed: 0, errored: 0 };
  for (const [index, each] of policies.entries()) {
    const source = { query, code: { modules: { 'p.rego': each.source } }, form: 'raw' };
    const { verdicts } = await engine.evaluate({ plan: Buffer.from(each.input) }, [source]);
    const ours = verdicts.map(ofVerdict).join();
    const theirs = owed(await nativeAnswer(opa, folder, each), each);
    counts[verdicts[0]?.status ?? 'errored'] += 1;
    if (ours !== theirs)
      deviations.push({ name: `policy ${index + 1}`, reason: `${ours} instead of ${theirs}\n${each.source}` });
  }
  return { deviations, counts };
}
