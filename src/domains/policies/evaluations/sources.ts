// Reads the code of policies when they are evaluated.
import type { Context } from '../../../context.ts';
import type { PolicyCode, PolicySource } from '../../../effects/policy-engine/policy-code.ts';
import { inputFormOf } from '../../../kernel/input-form.ts';
import { sharedCode } from '../../../protocols/archives/policy-modules.ts';
import { maxQueryLength, pathsInArchive, type SetPolicy } from '../applicable-sets/store.ts';
import { codeOf } from '../policies/code.ts';
import { storedSources } from '../versions/archived-code.ts';

/**
 * A policy that the engine can evaluate. `input` is the form in which the policy receives the plan; null means the
 * default form.
 */
export type EvaluablePolicy = SetPolicy & { readonly query: string; readonly size: number };

export const isEvaluable = (policy: SetPolicy): policy is EvaluablePolicy =>
  policy.kind === 'opa' && policy.query !== null && policy.query.length <= maxQueryLength && policy.size !== null;

/** Builds the source of a policy whose code is a single file. The code is that of a revision or a draft. */
export const singleSource = (
  { name, query, input }: Pick<SetPolicy, 'name' | 'query' | 'input'>,
  code: string,
): PolicySource => ({
  query: query ?? '',
  form: inputFormOf(input),
  code: { modules: { [`${name}.rego`]: code } },
});

/**
 * Returns a function that reads the source of one policy per call. If consecutive calls are for policies in the same
 * archive, the archive is read only once.
 */
export function sourceReader(context: Context): (policy: EvaluablePolicy) => Promise<PolicySource> {
  const withWarnings = warningsWithin(maxWarnedCode);
  let last: ArchivedCode | undefined;
  return async (policy) => {
    const { id, query, input, revision, size, archive_id: archive, path } = policy;
    if (archive === null) {
      const code = await codeOf(context.database, { policy: id, number: revision ?? 0, size });
      return withWarnings(singleSource(policy, code.toString('utf8')));
    }
    if (last?.archive !== archive) last = { archive, code: await codeIn(context, archive) };
    return withWarnings({ query, form: inputFormOf(input), code: last.code, file: path });
  };
}

/**
 * Maximum length in characters of code that is checked for warnings. Warnings require a second compilation, which must
 * not use up the time for the verdicts.
 */
const maxWarnedCode = 262_144;

/**
 * Returns a function that enables warnings for policy sources until their total length reaches `max` characters. Code
 * that several policies share is counted once.
 */
export function warningsWithin(max: number): (source: PolicySource) => PolicySource {
  const warned = new WeakSet<PolicyCode>();
  let left = max;
  return (source) => {
    const { code } = source;
    const size = warned.has(code) ? 0 : Object.values(code.modules).reduce((sum, { length }) => sum + length, 0);
    const warnings = size <= left;
    if (warnings) {
      left -= size;
      warned.add(code);
    }
    return { ...source, warnings };
  };
}

interface ArchivedCode {
  readonly archive: string;
  readonly code: PolicyCode;
}

/** Reads all code in an archive; empty if the archive was deleted. */
async function codeIn(context: Context, archive: string): Promise<PolicyCode> {
  const paths = await context.database.rows(pathsInArchive, { archive });
  return sharedCode(await storedSources(context, archive), new Set(paths.flatMap(({ path }) => path ?? [])));
}
