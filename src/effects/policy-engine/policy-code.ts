// The code of policies, known to the engine by its digest.
import { createHash } from 'node:crypto';

/** Sources in Rego, by the names of their files. */
export type Modules = Readonly<Record<string, string>>;

/** A text in JSON or YAML, and the path below `data` where policies find it; or a `.manifest`, with the path of its folder. */
export interface DataDocument {
  readonly file: string;
  readonly at: readonly string[];
  readonly text: string;
}

/** Code that policies share: it is compiled once for all that refer to the same object, or to an equal one. */
export interface PolicyCode {
  readonly modules: Modules;
  readonly data?: readonly DataDocument[];
  /** The files that are the code of one policy each; all others belong to every policy. */
  readonly own?: readonly string[];
}

/** Form in which a policy sees the input: `plan` for both parts, `raw` for the plan alone, or another key that the plan is under. */
type InputForm = string;

export interface PolicySource {
  readonly query: string;
  readonly code: PolicyCode;
  /** Its own file among the modules; null, or none, where all of them are its code. */
  readonly file?: string | null;
  /** By default `plan`. */
  readonly form?: InputForm;
  /** True if its verdict names the members of the input that no plan has. */
  readonly warnings?: boolean;
  /** True if its verdict has the trace of each rule. */
  readonly explain?: boolean;
  /** True if its check names the documents of its code that say whether a plan is accepted. */
  readonly entries?: boolean;
}

/** The policy as a request names it, without its code. */
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

/** Made once for each object: code can be large, and a policy of it small. */
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
