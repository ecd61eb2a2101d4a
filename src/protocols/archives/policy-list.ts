// Strict reader of an HCL file that lists policies. Unknown content is refused, because a misspelled policy would not
// be enforced.
import { inputFormRule, isInputForm } from '../../kernel/input-form.ts';
import { type Introduction, introductionAfter, introductionFault, introductions } from '../../kernel/introduction.ts';
import { type UnknownValueSetting, unknownValueSettings } from '../../kernel/unknown-values.ts';
import { quoted } from './entry-paths.ts';
import type { Json } from './hcl.ts';
import { isPlainText, maxTextLength } from './plain-text.ts';
import { RefusedArchive } from './refused-archive.ts';

/** Allowed content of a list file: its name, levels, keys and blocks. */
export interface PolicyListing {
  /** File name of the list, such as `policies.hcl`. */
  readonly fileName: string;
  /** Enforcement levels. The first one is the default. */
  readonly levels: readonly string[];
  /** Keys that a policy in the list can have. */
  readonly keys: readonly string[];
  /** Allowed blocks other than `policy`, which belong to the tool that runs the code. */
  readonly otherBlocks: readonly string[];
  /** Whether each policy in the list names its code file. Otherwise each policy names a query. */
  readonly isCodeNamed: boolean;
  /** File name extension of policy code. */
  readonly extension: string;
  readonly maxPolicies: number;
}

export interface ListedPolicy {
  readonly name: string;
  readonly description: string | null;
  readonly enforcementLevel: string;
  readonly introduction: Introduction;
  readonly query: string | null;
  /** Input form of the policy; if the policy has none, the input form of the list. Null if neither is set. */
  readonly input: string | null;
  /** Setting of the list for verdicts that depend on values known only after apply. Absent if it has none. */
  readonly unknownValues?: UnknownValueSetting;
  /** Path of the policy's code file, relative to the list's folder. Null if the policy's code consists of all files. */
  readonly path: string | null;
  /** File and line of the policy, for messages. */
  readonly place: string;
}

/** List file: its text, which is needed for line numbers, and its parsed content. */
export interface ParsedList {
  readonly name: string;
  readonly text: string;
  readonly content: Json;
}

type Body = Readonly<Record<string, Json>>;

/** Returns the enabled policies in file order. Throws `RefusedArchive`, with file and line, for the first error. */
export function policiesIn(list: ParsedList, listing: PolicyListing): readonly ListedPolicy[] {
  const lines = list.text.split('\n');
  const blocks = Object.entries(isBody(list.content) ? list.content : {});
  const known = knownIn(listing);
  const unknown = blocks.find(([block]) => !known.includes(block));
  if (unknown !== undefined) {
    throw refused(
      list,
      lineOf(lines, unknown[0]),
      `the key ${quoted(unknown[0])} is unknown. Known keys are ${known.join(', ')}.`,
    );
  }
  const named = blocks.find(([block]) => block === 'policy')?.[1] ?? {};
  if (!isBody(named)) throw refused(list, lineOf(lines, 'policy'), 'a policy needs a name: policy "name" { … }.');
  const policies = Object.entries(named);
  if (policies.length > listing.maxPolicies) {
    throw refused(list, 1, `there are more than ${listing.maxPolicies} policies. Split the policy set.`);
  }
  const shared = Object.fromEntries(blocks.filter(([key]) => sharedKeys.includes(key)));
  const fail: Fail = (fault, key = 'policy') => refused(list, lineOf(lines, key), fault);
  const input = inputOf(shared, fail);
  const setting = unknownValuesOf(shared, fail);
  return policies.flatMap(([name, bodies]) => {
    const { isEnabled, ...policy } = policyOf({ list, lines, listing, name }, bodies);
    return isEnabled ? [{ ...policy, input: policy.input ?? input, ...setting }] : [];
  });
}

const inputKey = 'input';
const unknownKey = 'unknown_values';
const sharedKeys: readonly string[] = [inputKey, unknownKey];

/** Returns the names that are allowed at the top level of a policy list. */
const knownIn = ({ keys, otherBlocks }: PolicyListing): readonly string[] => [
  'policy',
  ...(keys.includes(inputKey) ? sharedKeys : []),
  ...otherBlocks,
];

/** Policy name with the list that contains the policy. */
interface Named {
  readonly list: ParsedList;
  readonly lines: readonly string[];
  readonly listing: PolicyListing;
  readonly name: string;
}

function policyOf(named: Named, bodies: Json): ListedPolicy & { readonly isEnabled: boolean } {
  const { list, lines, listing, name } = named;
  const at = blockLine(lines, name);
  const fail: Fail = (fault, key) =>
    refused(list, key === undefined ? at : lineOf(lines, key, at), `policy ${quoted(name)}: ${fault}`);
  const [body, second] = Array.isArray(bodies) ? bodies : [];
  if (second !== undefined)
    throw refused(list, blockLine(lines, name, at), `the policy ${quoted(name)} is listed twice.`);
  if (!isBody(body)) throw fail('a policy must be written as policy "name" { … }.');
  if (!/^[A-Za-z0-9_-]{1,255}$/.test(name)) throw fail('the name can only have letters, numbers, - and _.');
  const unknown = Object.keys(body).find((key) => !listing.keys.includes(key));
  if (unknown !== undefined) {
    throw fail(`the key ${quoted(unknown)} is unknown. Known keys are ${listing.keys.join(', ')}.`, unknown);
  }
  return {
    name,
    description: textOf(body, 'description', fail),
    enforcementLevel: levelOf(body, listing, fail),
    introduction: introductionOf(body, fail),
    isEnabled: flagOf(body, 'enabled', fail) ?? true,
    query: listing.isCodeNamed ? null : queryOf(body, fail),
    input: inputOf(body, fail),
    path: listing.isCodeNamed
      ? pathOf(textOf(body, 'source', fail) ?? `${name}${listing.extension}`, listing, fail)
      : null,
    place: placeOf(list, at),
  };
}

type Fail = (fault: string, key?: string) => RefusedArchive;

function levelOf(body: Body, { levels }: PolicyListing, fail: Fail): string {
  const level = textOf(body, 'enforcement_level', fail) ?? levels[0] ?? '';
  if (levels.includes(level)) return level;
  throw fail(`the level ${quoted(level)} is unknown. Known levels are ${levels.join(', ')}.`, 'enforcement_level');
}

function flagOf(body: Body, key: string, fail: Fail): boolean | null {
  const value = body[key] ?? null;
  if (value === null || typeof value === 'boolean') return value;
  throw fail(`the value of ${key} must be true or false.`, key);
}

function inputOf(body: Body, fail: Fail): string | null {
  const form = textOf(body, inputKey, fail);
  if (form === null || isInputForm(form)) return form;
  throw fail(`the value of input ${inputFormRule}.`, inputKey);
}

function unknownValuesOf(body: Body, fail: Fail): Pick<ListedPolicy, 'unknownValues'> {
  const unknownValues = choiceOf(body, unknownKey, unknownValueSettings, fail);
  return unknownValues === null ? {} : { unknownValues };
}

function introductionOf(body: Body, fail: Fail): Introduction {
  const introduction = choiceOf(body, 'introduction', introductions, fail);
  const set = { introduction, shadow: flagOf(body, 'shadow', fail) };
  const fault = introductionFault('opa', set);
  if (fault !== undefined) throw fail(`${fault.text}.`, fault.key);
  return introductionAfter('enforce', set);
}

/** Returns the value of a key, or null if the key has no value. The value must be one of the given words. */
function choiceOf<Word extends string>(body: Body, key: string, words: readonly Word[], fail: Fail): Word | null {
  const text = textOf(body, key, fail);
  const known = words.find((each) => each === text) ?? null;
  if (text === known) return known;
  throw fail(`the value of ${key} must be one of ${words.join(', ')}.`, key);
}

function queryOf(body: Body, fail: Fail): string {
  const query = textOf(body, 'query', fail) ?? '';
  if (query.trim() === '') throw fail('a query is required.', 'query');
  return query;
}

/**
 * Returns the text of a key, or null if the key has no value. Expressions are refused, because they are not evaluated
 * here.
 */
function textOf(body: Body, key: string, fail: Fail): string | null {
  const value = body[key] ?? null;
  if (value === null) return null;
  if (typeof value !== 'string' || /[$%]\{/.test(value)) throw fail(`the value of ${key} must be a text.`, key);
  if (!isPlainText(value)) {
    throw fail(
      `the value of ${key} is longer than ${maxTextLength} characters, or has characters that cannot be stored.`,
      key,
    );
  }
  return value;
}

/** Converts a `source` to a path relative to the list's folder. */
function pathOf(source: string, { extension }: PolicyListing, fail: Fail): string {
  if (source.includes('://') || source.includes('::')) {
    throw fail(
      `the source ${quoted(source)} is a URL. The service does not download files: add the file to the archive.`,
      'source',
    );
  }
  const parts = source.split('/').filter((part) => part !== '.' && part !== '');
  if (source.startsWith('/') || parts.includes('..') || parts.length === 0) {
    throw fail(`the source ${quoted(source)} is outside of the folder of the list.`, 'source');
  }
  const path = parts.join('/');
  if (!path.endsWith(extension)) throw fail(`the source ${quoted(source)} must end in ${extension}.`, 'source');
  return path;
}

const isBody = (value: Json | undefined): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const placeOf = ({ name }: ParsedList, line: number): string => `${name}:${line}`;

const refused = (list: ParsedList, line: number, what: string): RefusedArchive =>
  new RefusedArchive(`${placeOf(list, line)}: ${what}`);

/**
 * Returns the number of the first line, not before line `after`, that begins with the key or block `word`. If there is
 * none, returns `after`, or 1 if `after` is 0.
 */
function lineOf(lines: readonly string[], word: string, after = 0): number {
  const index = lines.findIndex((line, each) => each + 1 >= after && hasWord(line, word));
  return index < 0 ? Math.max(1, after) : index + 1;
}

const hasWord = (line: string, word: string): boolean => {
  const start = line.indexOf(word);
  const [before, after] = [line.slice(0, start), line.slice(start + word.length)];
  return start >= 0 && /(^|[^\w#-])$/.test(before) && /^["']?\s*[{=]|^\s*"\S/.test(after);
};

/** Returns the number of the first line after the line `after` on which the block of a policy begins. */
function blockLine(lines: readonly string[], name: string, after = 0): number {
  const index = lines.findIndex(
    (line, each) => each + 1 > after && /^\s*policy\b/.test(line) && line.includes(JSON.stringify(name)),
  );
  return index < 0 ? Math.max(1, after) : index + 1;
}
