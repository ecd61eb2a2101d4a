// Refuses private words in identifiers, names on the wire and of files, comments, texts for people and documents.
import { Visitor } from 'oxc-parser';
import { identifierWords, phrases, plainIdentifiers } from './private-words.ts';
import { lineOf, parse, type Sources } from './source.ts';

export interface WordProblem {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

type Add = (offset: number, message: string) => void;

const wordsOf = (name: string): readonly string[] =>
  name.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).map((word) => word.toLowerCase());

/** An attribute on the wire, a value or a code: a name like any other. */
const hyphenated = /^[a-z]+(-[a-z]+)+$/;

function identifierMessage(name: string): string | undefined {
  if (plainIdentifiers.has(name)) return undefined;
  const word = wordsOf(name).find((each) => Object.hasOwn(identifierWords, each));
  return word && `"${name}" is a private word (${word}): use ${identifierWords[word]}.`;
}

function addProse(text: string, start: number, add: Add): void {
  for (const { pattern, instead } of phrases) {
    for (const match of text.matchAll(pattern))
      add(start + match.index, `"${match[0]}" is a riddle: write ${instead}.`);
  }
}

function addCode(path: string, text: string, add: Add): void {
  const { program, comments } = parse(path, text);
  const addName = (name: string, start: number) => {
    const message = identifierMessage(name);
    if (message !== undefined) add(start, message);
  };
  for (const { start, end } of comments) addProse(text.slice(start, end), start, add);
  new Visitor({
    Identifier: ({ name, start }) => addName(name, start),
    Literal: ({ value, start, end }) => {
      if (typeof value !== 'string') return;
      addProse(text.slice(start, end), start, add);
      if (hyphenated.test(value)) addName(value, start);
    },
    TemplateElement: ({ value, start }) => addProse(value.raw, start, add),
  }).visit(program);
}

const blank = (block: string): string => block.replaceAll(/[^\n]/g, ' ');

/** A document without blocks of code, and without the glossary, which names what is not to be written. */
const withoutBlocks = (text: string): string =>
  text.replaceAll(/^```[\s\S]*?^```/gm, blank).replaceAll(/<!-- glossary -->[\s\S]*?<!-- \/glossary -->/g, blank);

function problemsIn(path: string, text: string): readonly WordProblem[] {
  const problems = new Map<string, WordProblem>();
  const add: Add = (offset, message) => {
    const line = lineOf(text, offset);
    problems.set(`${line} ${message}`, { path, line, message });
  };
  const file = identifierMessage(path.split('/').at(-1) ?? '');
  if (file !== undefined) add(0, file);
  if (path.endsWith('.md')) addProse(withoutBlocks(text), 0, add);
  else addCode(path, text, add);
  return [...problems.values()].sort((one, other) => one.line - other.line);
}

export function wordProblems(sources: Sources): readonly WordProblem[] {
  return [...sources].flatMap(([path, text]) => problemsIn(path, text));
}
