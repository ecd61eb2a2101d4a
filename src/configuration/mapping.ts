// Parses the YAML of a configuration file, which is one flat mapping of known keys. An error message contains the file
// and line and never a value, because values may be secret. Therefore the parser's own messages, which quote the
// source, are not shown.
import {
  type Document,
  type ErrorCode,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
} from 'yaml';
import { shortened, visibleLine } from '../lib/text/text.ts';
import { spellingAdvice } from './spelling.ts';
import { keyOf } from './variables.ts';

/** Value of a key, and its location as `file:line`. */
export interface KeyedText {
  readonly key: string;
  readonly text: string;
  readonly place: string;
}

export interface Mapping {
  readonly texts: readonly KeyedText[];
  readonly problems: readonly string[];
}

/** Allowed keys, and whether the value of each may be a sequence. */
export type KnownKeys = ReadonlyMap<string, { readonly isList: boolean }>;

interface Source {
  readonly path: string;
  readonly text: string;
}

/** Parses a mapping. Returns no values if the YAML is invalid. */
export function readMapping({ path, text }: Source, known: KnownKeys): Mapping {
  const lines = new LineCounter();
  const lineOf = (node: unknown): number => lines.linePos(offsetOf(node)).line;
  const document = parsed(text, lines);
  if (document === undefined) return { texts: [], problems: [`${path}:1: the file is nested too deeply.`] };
  const faults = faultsIn(document).map(({ offset, fault }) => ({ ...lines.linePos(offset), fault }));
  // Only the first error in each line is reported, because it usually causes the further errors in the line.
  const firsts = new Map(faults.toReversed().map((each) => [each.line, each]));
  const inOrder = [...firsts.values()].toReversed();
  const problems = shownOf(
    path,
    inOrder.map(({ line, col, fault }) => `${path}:${line}:${col}: ${fault}.`),
  );
  const { contents } = document;
  const isEmpty = contents === null || (isScalar(contents) && scalarText(contents) === '');
  if (problems.length > 0 || isEmpty) return { texts: [], problems };
  if (!isMap(contents))
    return {
      texts: [],
      problems: [`${path}:${lineOf(contents)}: the file must have keys with values, such as "port: 8080".`],
    };
  return flatMapping(contents.items, { path, known, lineOf });
}

function parsed(text: string, lineCounter: LineCounter): Document | undefined {
  try {
    // Duplicate keys are detected below, because the parser would compare each key with all others.
    const document = parseDocument(text, { schema: 'failsafe', lineCounter, prettyErrors: false, uniqueKeys: false });
    return document.errors.some(({ code }) => code === 'RESOURCE_EXHAUSTION') ? undefined : document;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const noReferences = 'anchors, aliases and tags are not supported; put a value that begins with &, * or ! into quotes';

const faults: Partial<Readonly<Record<ErrorCode, string>>> = {
  ALIAS_PROPS: noReferences,
  BAD_ALIAS: noReferences,
  BAD_DIRECTIVE: 'a line that begins with % is a directive, and directives are not supported; remove the line',
  BAD_DQ_ESCAPE:
    'a backslash in double quotes begins an escape sequence, and this escape sequence does not exist; use single quotes',
  BAD_INDENT: 'a bracket is not closed, or the indentation is wrong; begin each key at the start of its line',
  BAD_SCALAR_START: 'a value cannot begin with this character; put the value into quotes',
  BLOCK_AS_IMPLICIT_KEY: 'this line has a second colon; put the value into quotes',
  MISSING_CHAR: 'a quote, a bracket, a colon or a space is missing',
  MULTIPLE_ANCHORS: noReferences,
  MULTIPLE_DOCS: 'a second document begins here; keep only one document',
  MULTIPLE_TAGS: noReferences,
  TAB_AS_INDENT: 'a tab cannot be used for indentation; use spaces',
  TAG_RESOLVE_FAILED: noReferences,
};

const otherFault =
  'the line is not valid YAML; write "key: value", and put a value with special characters into quotes';

interface Fault {
  readonly offset: number;
  readonly fault: string;
}

function faultsIn(document: Document): readonly Fault[] {
  const all: Fault[] = [...document.errors, ...document.warnings].map(({ code, pos }) => ({
    offset: pos[0],
    fault: faults[code] ?? otherFault,
  }));
  visit(document, (_, node) => {
    const isReference = isAlias(node) || ((isScalar(node) || isCollection(node)) && Boolean(node.anchor ?? node.tag));
    if (isReference) all.push({ offset: offsetOf(node), fault: noReferences });
  });
  return all;
}

const offsetOf = (node: unknown): number => Reflect.get(Object(node), 'range')?.[0] ?? 0;

interface Reader {
  readonly path: string;
  readonly known: KnownKeys;
  readonly lineOf: (node: unknown) => number;
}

interface KeyAndValue {
  readonly key: unknown;
  readonly value: unknown;
}

function flatMapping(items: readonly KeyAndValue[], { path, known, lineOf }: Reader): Mapping {
  const repetition = newRepetitions(path);
  const read = items.flatMap(({ key, value }): KeyedText | string | readonly [] => {
    const line = lineOf(key);
    const name = isScalar(key) ? String(key.value) : '';
    const repeated = repetition(name, line);
    if (repeated !== undefined) return repeated;
    const kind = known.get(name);
    if (isMap(value)) return `${path}:${line}: ${shortName(name)}: ${nested}.`;
    if (kind === undefined) return `${path}:${line}: ${shortName(name)} is not a known key: ${keyAdvice(name, known)}`;
    const { text, fault, node = key } = textIn(value, kind.isList);
    return fault === undefined
      ? { key: name, text, place: `${path}:${line}` }
      : `${path}:${lineOf(node)}: ${name}: ${fault}.`;
  });
  const texts = read.filter((each) => typeof each !== 'string');
  const problems = read.filter((each) => typeof each === 'string');
  return { texts, problems: shownOf(path, problems) };
}

/**
 * Returns a function that detects duplicate keys. It returns undefined for the first occurrence of a key, a problem for
 * the second one, and an empty list for further ones.
 */
function newRepetitions(path: string) {
  const firstLines = new Map<string, number>();
  const reported = new Set<string>();
  return (name: string, line: number): string | readonly [] | undefined => {
    const first = firstLines.get(name);
    if (first === undefined) {
      firstLines.set(name, line);
      return undefined;
    }
    if (reported.has(name)) return [];
    reported.add(name);
    return `${path}:${line}: ${shortName(name)} is set already, in line ${first}.`;
  };
}

const maxProblems = 50;

/** Returns the first problems, followed by a sentence with the number of the remaining problems. */
const shownOf = (path: string, problems: readonly string[]): readonly string[] =>
  problems.length <= maxProblems
    ? problems
    : [...problems.slice(0, maxProblems), `${path}: ${problems.length - maxProblems} further errors are not shown.`];

const nested = 'nested keys are not supported; write keys such as "log-level: info"';
const noValue = 'the key has no value; add a value, or remove the key';

const shortName = (name: string): string => visibleLine(shortened(name, 80));

/**
 * Returns advice for an unknown key. A key in the form of the variable's name is converted before it is compared with
 * the known keys.
 */
const keyAdvice = (name: string, known: KnownKeys): string =>
  spellingAdvice(keyOf(name.toUpperCase()), [...known.keys()]);

interface Value {
  readonly text: string;
  /** Reason why the key has no usable value. */
  readonly fault?: string;
  /** YAML node whose line is reported together with the fault. By default, the line of the key is reported. */
  readonly node?: unknown;
}

function textIn(node: unknown, isSequence: boolean): Value {
  if (isSeq(node))
    return isSequence ? listText(node.items) : { text: '', fault: 'the value cannot be a list; write a single value' };
  const text = scalarText(node);
  return text === '' ? { text, fault: noValue } : { text };
}

function listText(items: readonly unknown[]): Value {
  const texts = items.map(scalarText);
  const empty = texts.indexOf('');
  const double = texts.findIndex((text) => text.includes(','));
  if (items.length === 0) return { text: '', fault: noValue };
  if (empty >= 0) return { text: '', fault: 'an item of the list has no value', node: items[empty] };
  if (double >= 0)
    return { text: '', fault: 'an item of the list has a comma; split the item in two', node: items[double] };
  return { text: texts.join(',') };
}

/** Matches texts that other YAML parsers read as null. */
const nothing = /^(~|null)?$/i;

function scalarText(node: unknown): string {
  if (!isScalar(node) || typeof node.value !== 'string') return '';
  return node.type === 'PLAIN' && nothing.test(node.value) ? '' : node.value.trim();
}
