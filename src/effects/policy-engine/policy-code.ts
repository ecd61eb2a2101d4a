// Policy code. The engine identifies it by its digest.
import { createHash } from 'node:crypto';
import { memoize } from '../../lib/functions/memoize.ts';

/** Rego source code. The keys are file names. */
export type Modules = Readonly<Record<string, string>>;

/**
 * JSON or YAML file. `at` is the path of its content below `data` or, for a `.manifest` file, the path of the file's
 * folder.
 */
export interface EngineDataDocument {
  readonly file: string;
  readonly at: readonly string[];
  readonly text: string;
}

/** Code that policies share. Policies with the same object or with an equal object are compiled together. */
export interface PolicyCode {
  readonly modules: Modules;
  readonly data?: readonly EngineDataDocument[];
  /** Names of files that each belong to a single policy. All other files belong to every policy. */
  readonly own?: readonly string[];
}

/**
 * Form in which a policy sees the input. With `raw`, the input is the plan. With any other value, such as `plan`, this
 * value is the key of the plan, and the run and the parameters have one key each.
 */
type InputForm = string;

export interface PolicySource {
  readonly query: string;
  readonly code: PolicyCode;
  /** Name of the file in `modules` that belongs to this policy only. Null or absent if all modules are its code. */
  readonly file?: string | null;
  /** Form of the input. Defaults to `plan`. */
  readonly form?: InputForm;
  /** Whether the verdict contains warnings about references to members that no plan has. */
  readonly warnings?: boolean;
  /** Whether the verdict contains the trace of each rule. */
  readonly explain?: boolean;
  /** Values of `input.parameters` by key. */
  readonly parameters?: PolicyParameters;
  /** Whether the check lists the entry points of the code. */
  readonly entries?: boolean;
  /** Whether a verdict with the status `failed` has the ages of its findings. */
  readonly findsOld?: boolean;
  /** Whether a verdict with the status `failed` has the identities of its findings. */
  readonly identifies?: boolean;
}

/**
 * Parameter of a policy: a JSON value, or a text whose type the policy determines. A sensitive value is masked in all
 * texts of the verdict. If `problem` is set, the parameter has no value, and policies that read it fail with this
 * sentence.
 */
export type PolicyParameter =
  | { readonly value: unknown }
  | { readonly text: string; readonly sensitive?: boolean; readonly problem?: string };

export type PolicyParameters = Readonly<Record<string, PolicyParameter>>;

/** Returns the members of a request that describe a policy. The code is replaced by its digest. */
export const referenceTo = ({
  query,
  code,
  file,
  form,
  warnings,
  explain,
  entries,
  parameters,
  findsOld = false,
  identifies = false,
}: PolicySource) => ({
  code: digestOf(code),
  query,
  file: file ?? '',
  form,
  warnings,
  explain,
  entries,
  parameters,
  'keeps-result': findsOld || identifies,
});

const digests = new WeakMap<PolicyCode, string>();

/** Returns the digest of policy code. It is cached for each object, because computing it takes long for large code. */
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

/** Returns the part of the code that belongs to every policy, without the files that belong to a single policy. */
const sharedPart = memoize(({ modules, data = [], own = [] }: PolicyCode): PolicyCode => {
  const names = new Set(own);
  return { modules: Object.fromEntries(Object.entries(modules).filter(([file]) => !names.has(file))), data };
});

/**
 * Returns a digest of everything that determines how a policy evaluates an input: the policy's own file, the shared
 * files and data documents, the query, the form of the input and the parameters. A change of another policy in the same
 * folder does not change the digest.
 */
export function digestOfSource({ code, file = null, query, form = 'plan', parameters = {} }: PolicySource): string {
  const files = file === null ? [digestOf(code)] : [digestOf(sharedPart(code)), file, code.modules[file] ?? null];
  const values = Object.entries(parameters).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([files, query, form, values]))
    .digest('hex');
}
