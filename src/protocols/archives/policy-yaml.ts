// Strict reader of `policies.yaml`, which lists policies and their files. Unknown content is refused, because a
// misspelled policy would not be enforced.
import { posix } from 'node:path';
import { inputFormRule, isInputForm } from '../../kernel/input-form.ts';
import { type Introduction, introductionAfter, introductionFault, introductions } from '../../kernel/introduction.ts';
import { type UnknownValueSetting, unknownValueSettings } from '../../kernel/unknown-values.ts';
import { policyKeys } from './policy-keys.ts';
import type { ListedPolicy } from './policy-list.ts';
import {
  type Entry,
  entryOf,
  faultIn,
  flagIn,
  listedIn,
  parseYaml,
  readEach,
  textIn,
  type YamlFile,
} from './yaml-nodes.ts';

/** Policy of a YAML list. A policy of the kind `native` may lack a file and a query. */
export interface YamlPolicy extends ListedPolicy {
  readonly kind: 'opa' | 'native';
}

/** Enforcement levels, and the maximum number of policies in the list. */
export interface YamlListing {
  /** Levels of each policy kind. The first one is the default. */
  readonly levels: Readonly<Record<YamlPolicy['kind'], readonly string[]>>;
  readonly maxPolicies: number;
}

const keys = ['name', 'kind', 'file', ...policyKeys];
const unknownKey = 'unknown-values';
const nameForm = /^[A-Za-z0-9_-]{1,255}$/;

/** Returns the policies in file order. Throws `RefusedArchive` with file, line and the first error of each policy. */
export function policiesInYaml(
  source: { readonly name: string; readonly text: string },
  listing: YamlListing,
): readonly YamlPolicy[] {
  const file = parseYaml(source);
  const { nodes, entry } = listedIn(file, 'policies', ['input', unknownKey]);
  const input = inputIn(entry) ?? null;
  const unknownValues = unknownValuesIn(entry);
  if (nodes.length > listing.maxPolicies) {
    throw file.fail(file.contents, `there are more than ${listing.maxPolicies} policies: split the policy set`);
  }
  const policies = readEach(nodes, (node) => ({ node, policy: policyOf(node, file, listing) }));
  const seen = new Set<string>();
  for (const { node, policy } of policies) {
    if (seen.has(policy.name)) throw file.fail(node, `the policy ${policy.name} is listed twice`);
    seen.add(policy.name);
  }
  return policies.map(({ policy }) => ({
    ...policy,
    input: policy.input ?? input,
    ...(policy.kind === 'opa' && unknownValues !== undefined && { unknownValues }),
  }));
}

function policyOf(node: unknown, { fail, placeOf }: YamlFile, { levels }: YamlListing): YamlPolicy {
  const entry = entryOf(node, keys, fail);
  const name = textIn(entry, 'name') ?? '';
  if (!nameForm.test(name)) throw faultIn(entry, 'name', 'each policy needs a name of letters, digits, - and _');
  const kind = kindIn(entry) ?? 'opa';
  const query = textIn(entry, 'query') ?? null;
  if (kind === 'opa' && query === null) {
    throw faultIn(entry, 'query', `the policy ${name} needs a query, such as data.${name}.deny`);
  }
  return {
    name,
    kind,
    description: textIn(entry, 'description') ?? null,
    enforcementLevel: levelOf(entry, levels[kind]),
    introduction: introductionIn(entry, kind),
    query,
    input: ownInput(entry, kind),
    path: fileOf(entry, name, kind),
    place: placeOf(node),
  };
}

/** Returns the kind of a policy, or undefined if there is none. */
function kindIn(entry: Entry): YamlPolicy['kind'] | undefined {
  const kind = textIn(entry, 'kind');
  if (kind === undefined || kind === 'opa' || kind === 'native') return kind;
  throw faultIn(entry, 'kind', `the kind ${kind.slice(0, 80)} is unknown; known kinds are opa and native`);
}

/** Returns the input form that an entry sets, or undefined if it sets none. */
function inputIn(entry: Entry): string | undefined {
  const form = textIn(entry, 'input');
  if (form === undefined || isInputForm(form)) return form;
  throw faultIn(entry, 'input', `the value of input ${inputFormRule}`);
}

/** Returns the setting for verdicts that depend on values known only after apply, or undefined if there is none. */
function unknownValuesIn(entry: Entry): UnknownValueSetting | undefined {
  return choiceIn(entry, unknownKey, unknownValueSettings);
}

function introductionIn(entry: Entry, kind: YamlPolicy['kind']): Introduction {
  const set = { introduction: choiceIn(entry, 'introduction', introductions), shadow: flagIn(entry, 'shadow') };
  const fault = introductionFault(kind, set);
  if (fault !== undefined) throw faultIn(entry, fault.key, fault.text);
  return introductionAfter('enforce', set);
}

/** Returns the value of a key, or undefined if the key has no value. The value must be one of the given words. */
function choiceIn<Word extends string>(entry: Entry, key: string, words: readonly Word[]): Word | undefined {
  const text = textIn(entry, key);
  const known = words.find((each) => each === text);
  if (text === known) return known;
  throw faultIn(entry, key, `${key} must be one of ${words.join(', ')}`);
}

function ownInput(entry: Entry, kind: YamlPolicy['kind']): string | null {
  const form = inputIn(entry) ?? null;
  if (form === null || kind === 'opa') return form;
  throw faultIn(entry, 'input', 'only policies of the kind opa can have the key input');
}

function levelOf(entry: Entry, levels: readonly string[]): string {
  const level = textIn(entry, 'enforcement-level') ?? levels[0] ?? '';
  if (levels.includes(level)) return level;
  throw faultIn(
    entry,
    'enforcement-level',
    `the level ${level.slice(0, 80)} is unknown; known levels are ${levels.join(', ')}`,
  );
}

function fileOf(entry: Entry, name: string, kind: YamlPolicy['kind']): string | null {
  const file = textIn(entry, 'file') ?? (kind === 'opa' ? `${name}.rego` : null);
  if (file === null || isInside(file)) return file;
  throw faultIn(entry, 'file', `the file ${file.slice(0, 80)} is not in the folder`);
}

/** Whether a path with `/` separators stays inside the folder that it is relative to. */
const isInside = (path: string): boolean =>
  !posix.isAbsolute(path) && !path.includes('\\') && posix.normalize(path) === path && !path.startsWith('../');
