// Refuses comments that name what the code no longer has (a backticked identifier occurs in code of the same tree), and doc
// comments that begin by walking around their thing.
import { Visitor } from 'oxc-parser';
import { lineOf, parse, type Sources } from './source.ts';

export interface CommentProblem {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

/** Names that belong to others, or that are made at run time. */
const foreign: ReadonlySet<string> = new Set([
  'Accept',
  'CostEstimation',
  'innerHTML',
  'NotFound',
  'organization_membership_id',
  'place_0',
  'ProjectExclusions',
  'SameSite',
]);

interface File {
  readonly path: string;
  /** Identifiers, and the words of texts: names of columns, of settings, of attributes. */
  readonly names: readonly string[];
  /** Names in backticks in comments. */
  readonly mentions: readonly { readonly name: string; readonly line: number }[];
}

function readFile(path: string, text: string): File {
  const { program, comments } = parse(path, text);
  const names: string[] = [];
  const addWords = (words: string) => void names.push(...words.split(/[^\w$]+/));
  new Visitor({
    Identifier: ({ name }) => addWords(name),
    JSXIdentifier: ({ name }) => addWords(name),
    Literal: ({ value }) => addWords(String(value)),
    TemplateElement: ({ value }) => addWords(value.raw),
  }).visit(program);
  const mentions = comments.flatMap(({ start, end }) =>
    [...text.slice(start, end).matchAll(/`([A-Za-z_$][\w$]+)(?:\(\))?`/g)].map(({ 1: name = '', index }) => ({
      name,
      line: lineOf(text, start + index),
    })),
  );
  return { path, names, mentions };
}

/** Service and console do not know each other; tests and tools know both. */
const treeOf = (path: string): string => /^(src|console)\//.exec(path)?.[0] ?? '';

/** Beginnings of sentences that say what a thing does before they name it. */
const relativeBeginning = /^\*\s*(What|Whether|Who|How|Why|Where|The same)\b/;

/** Doc comments of a file that begin with a relative clause. */
function relativeClauses(path: string, text: string): readonly CommentProblem[] {
  return parse(path, text).comments.flatMap(({ type, value, start }) => {
    const [, word] = (type === 'Block' && relativeBeginning.exec(value)) || [];
    if (word === undefined) return [];
    const message = `A doc comment begins with a noun, not with "${word}": "Number of …", "True if …", "Reason for …".`;
    return [{ path, line: lineOf(text, start), message }];
  });
}

export function commentProblems(sources: Sources): readonly CommentProblem[] {
  const files = [...sources].map(([path, text]) => readFile(path, text));
  const namesOf = (tree: string) => new Set(files.flatMap(({ path, names }) => (path.startsWith(tree) ? names : [])));
  const known = new Map(['', 'src/', 'console/'].map((tree) => [tree, namesOf(tree)]));
  const unknown = files.flatMap(({ path, mentions }) =>
    mentions
      .filter(({ name }) => known.get(treeOf(path))?.has(name) === false && !foreign.has(name))
      .map(({ name, line }) => ({
        path,
        line,
        message: `No code has a "${name}": name what there is now, or add a name of others to scripts/lint/comments.ts.`,
      })),
  );
  return [...unknown, ...[...sources].flatMap(([path, text]) => relativeClauses(path, text))];
}
