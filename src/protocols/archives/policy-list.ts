// The file that lists policies, read strictly: what it does not know it refuses, since a policy that is written wrongly
// would enforce nothing.
import { inputFormRule, isInputForm } from '../../kernel/input-form.ts';
import { quoted } from './entry-paths.ts';
import type { Json } from './hcl.ts';
import { isPlainText, maxTextLength } from './plain-text.ts';
import { RefusedArchive } from './refused-archive.ts';

/** Form of the file that lists policies: its name, and the levels, keys and blocks that it may have. */
export interface PolicyListing {
  /** Such as `policies.hcl`. */
  readonly fileName: string;
  /** The first one is in force where a policy names none. */
  readonly levels: readonly string[];
  /** The keys of a policy. */
  readonly keys: readonly string[];
  /** The blocks beside `policy`, which the code's own tool reads. */
  readonly otherBlocks: readonly string[];
  /** True if each policy names the file with its code; else it names a query. */
  readonly isCodeNamed: boolean;
  /** The ending of files with code. */
  readonly extension: string;
  readonly maxPolicies: number;
}

export interface ListedPolicy {
  readonly name: string;
  readonly description: string | null;
  readonly enforcementLevel: string;
  /** True if it never blocks, whatever its level. */
  readonly isShadow: boolean;
  readonly query: string | null;
  /** The form in which it gets a plan, its own or that of the list; null where neither names one. */
  readonly input: string | null;
  /** The file with its code, from the folder of the list on; null where all files together are the code. */
  readonly path: string | null;
  /** File and line, for messages. */
  readonly place: string;
}

/** The file with its text, for line numbers, and its contents as the parser gives them. */
export interface ParsedList {
  readonly name: string;
  readonly text: string;
  readonly content: Json;
}

type Body = Readonly<Record<string, Json>>;

/** The policies in the order of the file, without those that are not enabled. Throws `RefusedArchive` with file and line for the first fault. */
export function policiesIn(list: ParsedList, listing: PolicyListing): readonly ListedPolicy[] {
  const lines = list.text.split('\n');
  const blocks = Object.entries(isBody(list.content) ? list.content : {});
  const known = knownIn(listing);
  const unknown = blocks.find(([block]) => !known.includes(block));
  if (unknown !== undefined) {
    throw refused(
      list,
      lineOf(lines, unknown[0]),
      `${quoted(unknown[0])} is not known here. Known are ${known.join(', ')}.`,
    );
  }
  const named = blocks.find(([block]) => block === 'policy')?.[1] ?? {};
  if (!isBody(named)) throw refused(list, lineOf(lines, 'policy'), 'a policy needs a name: policy "name" { … }.');
  const policies = Object.entries(named);
  if (policies.length > listing.maxPolicies) {
    throw refused(list, 1, `there are more than ${listing.maxPolicies} policies. Split the policy set.`);
  }
  const shared = Object.fromEntries(blocks.filter(([key]) => key === inputKey));
  const input = inputOf(shared, (what) => refused(list, lineOf(lines, inputKey), `the list ${what}`));
  return policies.flatMap(([name, bodies]) => {
    const { isEnabled, ...policy } = policyOf({ list, lines, listing, name }, bodies);
    return isEnabled ? [{ ...policy, input: policy.input ?? input }] : [];
  });
}

const inputKey = 'input';

/** Names that are allowed at the top of a list. */
const knownIn = ({ keys, otherBlocks }: PolicyListing): readonly string[] => [
  'policy',
  ...keys.filter((key) => key === inputKey),
  ...otherBlocks,
];

/** One policy, and where it stands. */
interface Named {
  readonly list: ParsedList;
  readonly lines: readonly string[];
  readonly listing: PolicyListing;
  readonly name: string;
}

function policyOf(named: Named, bodies: Json): ListedPolicy & { readonly isEnabled: boolean } {
  const { list, lines, listing, name } = named;
  const at = blockLine(lines, name);
  const fail: Fail = (what, key) =>
    refused(list, key === undefined ? at : lineOf(lines, key, at), `the policy ${quoted(name)} ${what}`);
  const [body, second] = Array.isArray(bodies) ? bodies : [];
  if (second !== undefined)
    throw refused(list, blockLine(lines, name, at), `the policy ${quoted(name)} is listed twice.`);
  if (!isBody(body)) throw fail('must be written as policy "name" { … }.');
  if (!/^[A-Za-z0-9_-]{1,255}$/.test(name)) throw fail('can only have letters, numbers, - and _ in its name.');
  const unknown = Object.keys(body).find((key) => !listing.keys.includes(key));
  if (unknown !== undefined) {
    throw fail(`has an unknown key ${quoted(unknown)}. Known are ${listing.keys.join(', ')}.`, unknown);
  }
  return {
    name,
    description: textOf(body, 'description', fail),
    enforcementLevel: levelOf(body, listing, fail),
    isShadow: flagOf(body, 'shadow', fail) ?? false,
    isEnabled: flagOf(body, 'enabled', fail) ?? true,
    query: listing.isCodeNamed ? null : queryOf(body, fail),
    input: inputOf(body, fail),
    path: listing.isCodeNamed
      ? pathOf(textOf(body, 'source', fail) ?? `${name}${listing.extension}`, listing, fail)
      : null,
    place: placeOf(list, at),
  };
}

type Fail = (what: string, key?: string) => RefusedArchive;

function levelOf(body: Body, { levels }: PolicyListing, fail: Fail): string {
  const level = textOf(body, 'enforcement_level', fail) ?? levels[0] ?? '';
  if (levels.includes(level)) return level;
  throw fail(`has an unknown level ${quoted(level)}. It can be ${levels.join(', ')}.`, 'enforcement_level');
}

function flagOf(body: Body, key: string, fail: Fail): boolean | null {
  const value = body[key] ?? null;
  if (value === null || typeof value === 'boolean') return value;
  throw fail(`needs true or false as ${key}.`, key);
}

function inputOf(body: Body, fail: Fail): string | null {
  const form = textOf(body, inputKey, fail);
  if (form === null || isInputForm(form)) return form;
  throw fail(`has an input that is not known: it ${inputFormRule}.`, inputKey);
}

function queryOf(body: Body, fail: Fail): string {
  const query = textOf(body, 'query', fail) ?? '';
  if (query.trim() === '') throw fail('needs a query.', 'query');
  return query;
}

/** A text, or null where there is none; an expression is none, since nothing here evaluates it. */
function textOf(body: Body, key: string, fail: Fail): string | null {
  const value = body[key] ?? null;
  if (value === null) return null;
  if (typeof value !== 'string' || /[$%]\{/.test(value)) throw fail(`needs a plain text as ${key}.`, key);
  if (!isPlainText(value)) {
    throw fail(`has a ${key} that is too long, or no text (the maximum is ${maxTextLength} characters).`, key);
  }
  return value;
}

/** A source as a path below the folder of the list. */
function pathOf(source: string, { extension }: PolicyListing, fail: Fail): string {
  if (source.includes('://') || source.includes('::')) {
    throw fail(
      `has the source ${quoted(source)}. The service fetches nothing: put the file into the archive.`,
      'source',
    );
  }
  const parts = source.split('/').filter((part) => part !== '.' && part !== '');
  if (source.startsWith('/') || parts.includes('..') || parts.length === 0) {
    throw fail(`has the source ${quoted(source)}, which leads out of the folder of its list.`, 'source');
  }
  const path = parts.join('/');
  if (!path.endsWith(extension))
    throw fail(`has the source ${quoted(source)}, which must end in ${extension}.`, 'source');
  return path;
}

const isBody = (value: Json | undefined): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const placeOf = ({ name }: ParsedList, line: number): string => `${name}:${line}`;

const refused = (list: ParsedList, line: number, what: string): RefusedArchive =>
  new RefusedArchive(`${placeOf(list, line)}: ${what}`);

/** The line that a key or block begins on, after another line; that line, or the first one, where no line has it. */
function lineOf(lines: readonly string[], word: string, after = 0): number {
  const index = lines.findIndex((line, each) => each + 1 >= after && hasWord(line, word));
  return index < 0 ? Math.max(1, after) : index + 1;
}

const hasWord = (line: string, word: string): boolean => {
  const start = line.indexOf(word);
  const [before, after] = [line.slice(0, start), line.slice(start + word.length)];
  return start >= 0 && /(^|[^\w#-])$/.test(before) && /^["']?\s*["{=]/.test(after);
};

/** The line where the block of a policy begins, after another line. */
function blockLine(lines: readonly string[], name: string, after = 0): number {
  const index = lines.findIndex(
    (line, each) => each + 1 > after && /^\s*policy\b/.test(line) && line.includes(JSON.stringify(name)),
  );
  return index < 0 ? Math.max(1, after) : index + 1;
}
