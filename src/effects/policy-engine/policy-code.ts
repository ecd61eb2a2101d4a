// Code of policies, which the engine identifies by its digest.
import { createHash } from 'node:crypto';

/** Rego sources, by file name. */
export type Modules = Readonly<Record<string, string>>;

/** JSON or YAML text with its path below `data`, or a `.manifest` file with the path of its folder. */
export interface EngineDataDocument {
  readonly file: string;
  readonly at: readonly string[];
  readonly text: string;
}

/** Code that policies share. It is compiled once for all policies that refer to the same object or to an equal one. */
export interface PolicyCode {
  readonly modules: Modules;
  readonly data?: readonly EngineDataDocument[];
  /** Files that each contain the code of one policy only. All other files belong to every policy. */
  readonly own?: readonly string[];
}

/**
 * Form in which a policy sees the input: `plan` for the plan and the run under two keys, `raw` for the plan alone, or
 * another key under which the plan is found.
 */
type InputForm = string;

export interface PolicySource {
  readonly query: string;
  readonly code: PolicyCode;
  /** The policy's own file among the modules. Null or absent if all modules are its code. */
  readonly file?: string | null;
  /** Defaults to `plan`. */
  readonly form?: InputForm;
  /** Whether the verdict names references to parts of the input that no plan has. */
  readonly warnings?: boolean;
  /** Whether the verdict contains the trace of each rule. */
  readonly explain?: boolean;
  /** Whether the check lists the entry points of the code. */
  readonly entries?: boolean;
}

/** Returns the policy's description in a request, without its code. */
export const referenceTo = ({ query, code, file, form, warnings, explain, entries }: PolicySource) => ({
  code: digestOf(code),
  query,
  file: file ?? '',
  form,
  warnings,
  explain,
  entries,
});

const digests = new WeakMap<PolicyCode, string>();

/** Cached for each object, because the code can be large in comparison with a policy. */
export function digestOf(code: PolicyCode): string {
  const known = digests.get(code);
  if (known !== undefined) return known;
  const { modules, data = [], own = [] } = code;
  const digest = createHash('sha256')
    .update(JSON.stringify([Object.entries(modules), data, own]))
    .digest('hex');
  digests.set(code, digest);
  return digest;
}
