// The code of policies, read when it is evaluated.
import type { Context } from '../../../context.ts';
import type { Modules, PolicySource } from '../../../effects/policy-engine/policy-engine.ts';
import { modulesFor } from '../../../protocols/archives/policy-modules.ts';
import { codeOf } from '../policies/code.ts';
import { storedSources } from '../versions/archived-code.ts';
import { maxQueryLength, pathsInArchive, type SetPolicy } from './set-queries.ts';

/** A policy that the engine can evaluate. */
export type EvaluablePolicy = SetPolicy & { readonly query: string; readonly size: number };

export const isEvaluable = (policy: SetPolicy): policy is EvaluablePolicy =>
  policy.kind === 'opa' && policy.query !== null && policy.query.length <= maxQueryLength && policy.size !== null;

/** Reads the source of one policy after the other. An archive is read once for its policies. */
export function sourceReader(context: Context): (policy: EvaluablePolicy) => Promise<PolicySource> {
  const withWarnings = warningsWithin(maxWarnedCode);
  let last: ArchivedCode | undefined;
  return async ({ id, name, query, revision, size, archive_id: archive, path }) => {
    if (archive === null) {
      const code = await codeOf(context.database, { policy: id, number: revision ?? 0, size });
      return withWarnings(query, { [`${name}.rego`]: code.toString('utf8') });
    }
    if (last?.archive !== archive) last = await codeIn(context, archive);
    return withWarnings(query, modulesFor(path, last.named, last.modules));
  };
}

/** In characters. Warnings need a second compilation, which must not take the time that the verdicts need. */
const maxWarnedCode = 262_144;

/** Sources of policies with warnings, as many of them as have so much code together. */
export function warningsWithin(max: number): (query: string, modules: Modules) => PolicySource {
  let left = max;
  return (query, modules) => {
    const size = Object.values(modules).reduce((sum, { length }) => sum + length, 0);
    const warnings = size <= left;
    if (warnings) left -= size;
    return { query, modules, warnings };
  };
}

interface ArchivedCode {
  readonly archive: string;
  readonly modules: Modules;
  /** The files that are the code of one policy each. */
  readonly named: ReadonlySet<string>;
}

/** All code in an archive; none where it is gone. */
async function codeIn(context: Context, archive: string): Promise<ArchivedCode> {
  const paths = await context.database.rows(pathsInArchive, { archive });
  const modules = await storedSources(context, archive);
  return { archive, modules, named: new Set(paths.flatMap(({ path }) => path ?? [])) };
}
