// Reads the code of policies at the time of their evaluation.
import type { Context } from '../../../context.ts';
import type { PolicyCode, PolicySource } from '../../../effects/policy-engine/policy-code.ts';
import { inputFormOf } from '../../../kernel/input-form.ts';
import { sharedCode } from '../../../protocols/archives/policy-modules.ts';
import { maxQueryLength, pathsInArchive, type SetPolicy } from '../applicable-sets/store.ts';
import { codeOf } from '../policies/code.ts';
import { storedSources } from '../versions/archived-code.ts';

/**
 * A policy that the engine can evaluate. It receives the plan in the form that its `input` names, or in the default
 * form.
 */
export type EvaluablePolicy = SetPolicy & { readonly query: string; readonly size: number };

export const isEvaluable = (policy: SetPolicy): policy is EvaluablePolicy =>
  policy.kind === 'opa' && policy.query !== null && policy.query.length <= maxQueryLength && policy.size !== null;

/** Source of a policy whose code is a single file: the given code of a revision or a draft. */
export const singleSource = (
  { name, query, input }: Pick<SetPolicy, 'name' | 'query' | 'input'>,
  code: string,
): PolicySource => ({
  query: query ?? '',
  form: inputFormOf(input),
  code: { modules: { [`${name}.rego`]: code } },
});

/**
 * Returns a function that reads the source of one policy after the other. Consecutive policies of the same archive
 * share one read of the archive.
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
 * Maximum length of code that is checked for warnings, in characters. Warnings need a second compilation, which must
 * not use up the time for the verdicts.
 */
const maxWarnedCode = 262_144;

/**
 * Enables warnings for sources until their total length reaches `max` characters. Code that several policies share
 * counts once.
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
