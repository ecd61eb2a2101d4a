// OPA's own test cases, from the source code of the OPA version that the engine uses.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import { buildCasesModule } from '../../../scripts/engine/build.ts';
import { go } from '../../../scripts/engine/go.ts';
import { engineFolder } from '../../../scripts/engine/sums.ts';
import { EngineEnded, startEngine } from '../../../src/effects/policy-engine/engine-process.ts';
import { newPolicyEngine } from '../../../src/effects/policy-engine/policy-engine.ts';
import { decimal, numberText, parseKnown, writtenNumber } from '../../../src/lib/json/exact-json.ts';
import type { EngineBuild } from '../../support/engine-builds.ts';

/** Members of an OPA test case that this program reads. */
export interface RegoCase {
  readonly note: string;
  readonly query: string;
  readonly modules?: readonly string[];
  readonly data?: object;
  readonly input?: unknown;
  readonly input_term?: string;
  readonly want_result?: readonly Readonly<Record<string, unknown>>[];
  readonly want_error?: string;
  readonly want_error_code?: string;
  readonly strict_error?: boolean;
  readonly sort_bindings?: boolean;
  readonly experimental_keywords?: boolean;
}

/** OPA test case with its Rego version and its original JSON text. The text preserves all digits of numbers. */
export interface OwnCase {
  readonly name: string;
  readonly version: 'v0' | 'v1';
  readonly json: string;
  readonly parsed: RegoCase;
}

/** Test case whose result is unexpected. */
export interface Deviation {
  readonly name: string;
  readonly reason: string;
  /** Code of the engine's error; absent if the engine returned a wrong result instead. */
  readonly code?: string | undefined;
}

/** Returns all of OPA's test cases, sorted by name. */
export async function ownCases(): Promise<readonly OwnCase[]> {
  const module = 'github.com/open-policy-agent/opa';
  const folder = (await go(engineFolder, ['list', '-m', '-f', '{{.Dir}}', module])).trim();
  const cases: OwnCase[] = [];
  for (const version of ['v0', 'v1'] as const) {
    const path = join(folder, 'v1/test/cases/testdata', version);
    const lines = (await go(engineFolder, ['run', './conformance/load', path])).trimEnd().split('\n');
    for (const json of lines) {
      const parsed: RegoCase = parseKnown(json);
      cases.push({ name: `${version}/${parsed.note}`, version, json, parsed });
    }
  }
  return cases;
}

/**
 * Runs test cases with a program that contains the engine's evaluator and is built and run like the engine. Returns the
 * cases with unexpected results.
 */
export async function runByEvaluator(cases: readonly OwnCase[], folder: string): Promise<readonly Deviation[]> {
  const module = join(folder, 'cases.wasm.zst');
  await writeFile(module, zstdCompressSync(await buildCasesModule(), { params: fastest }));
  const deviations: Deviation[] = [];
  let evaluator = startEngine({ memory, module });
  for (const { name, version, json } of cases) {
    const documents = [Buffer.from(json)];
    try {
      const reason: string = JSON.parse(await evaluator.answerTo({ header: { version }, documents, timeout }));
      if (reason !== '') deviations.push({ name, reason });
    } catch (error) {
      if (!(error instanceof EngineEnded)) throw error;
      deviations.push({ name, reason: `${error.message} ${error.report.slice(0, 500)}` });
      evaluator = startEngine({ memory, module });
    }
  }
  await evaluator.stop();
  return deviations;
}

const memory = 512;
const timeout = 60_000;
const fastest = { [constants.ZSTD_c_compressionLevel]: 1 };

/** Functions that the engine does not provide to policies. `test.sleep` exists only in OPA's own tests. */
const withheld = /\b(http\.send|net\.lookup_ip_addr|opa\.runtime|test\.sleep)\b/;

/**
 * Whether the protocol of the released engine can express a test case, that is, its modules, its input and its expected
 * result.
 */
export const isExpressible = ({ parsed: { want_result, data = {}, ...each } }: OwnCase): boolean =>
  want_result !== undefined &&
  !withheld.test(codeOf(each)) &&
  (each.input !== undefined || !/\binput\b/.test(codeOf(each))) &&
  Object.keys(data).length === 0 &&
  each.want_error === undefined &&
  each.want_error_code === undefined &&
  each.input_term === undefined &&
  each.strict_error !== true &&
  each.sort_bindings !== true &&
  each.experimental_keywords !== true;

const codeOf = ({ query, modules = [] }: Pick<RegoCase, 'query' | 'modules'>): string => [query, ...modules].join('\n');

/**
 * Runs the test cases that the protocol can express with the released engine. Returns the cases with unexpected
 * results.
 */
export async function runByEngine(
  cases: readonly OwnCase[],
  settings: EngineBuild['settings'],
): Promise<readonly Deviation[]> {
  await using engine = newPolicyEngine({ ...settings, memory, timeouts: { soft: 20_000, hard: timeout } });
  const deviations: Deviation[] = [];
  for (const { name, parsed } of cases) {
    const names = [...new Set((parsed.want_result ?? []).flatMap((bindings) => Object.keys(bindings)))].sort();
    const members = names.map((key) => `${JSON.stringify(key)}: ${key}`);
    const query = `{{${members.join(', ')}} | ${parsed.query}}`;
    const modules = Object.fromEntries((parsed.modules ?? []).map((source, at) => [`test-${at}.rego`, source]));
    const plan = Buffer.from(JSON.stringify(parsed.input ?? {}));
    const { verdicts } = await engine.evaluate({ plan }, [{ query, code: { modules }, form: 'raw' }]);
    const [verdict] = verdicts;
    const wanted = [...new Set((parsed.want_result ?? []).map(canonical))].sort();
    const actual = (verdict?.output ?? []).map(canonical).sort();
    const problem = verdict?.problems.find(({ severity }) => severity === 'error');
    if (problem !== undefined || wanted.join('\n') !== actual.join('\n')) {
      const reason = problem?.message ?? `the result is ${actual.join()} instead of ${wanted.join()}`;
      deviations.push({ name, reason, code: problem?.code });
    }
  }
  return deviations;
}

/** Returns a value as JSON with sorted names and normalized numbers, without rounding. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, each: unknown) => {
    const number = numberText(each);
    if (number !== undefined) return writtenNumber(decimal(number));
    return typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each;
  });
