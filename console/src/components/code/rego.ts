// Syntax highlighting for Rego with a simple tokenizer that works line by line.
import { StreamLanguage, type StringStream } from '@codemirror/language';

const keywords = new Set(
  'as contains default else every false if import in not null package some true with'.split(' '),
);
const atoms = new Set(['false', 'null', 'true']);
const roots = new Set(['data', 'input']);

/**
 * Tokenizer state at the start of a line: whether the line starts inside a raw string. Raw strings are delimited by
 * backquotes and can contain line breaks.
 */
interface State {
  isRaw: boolean;
}

const raw = (stream: StringStream, state: State): string => {
  state.isRaw = !stream.skipTo('`');
  if (state.isRaw) stream.skipToEnd();
  else stream.next();
  return 'string';
};

const wordAt = (stream: StringStream): string | null => {
  const word = stream.current();
  if (atoms.has(word)) return 'atom';
  if (keywords.has(word)) return 'keyword';
  if (roots.has(word)) return 'variableName.standard';
  return stream.match(/^\s*\(/, false) === null ? 'variableName' : 'variableName.function';
};

const token = (stream: StringStream, state: State): string | null => {
  if (state.isRaw) return raw(stream, state);
  if (stream.eatSpace()) return null;
  if (stream.match(/^#.*/)) return 'comment';
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string';
  if (stream.eat('`') !== undefined) return raw(stream, state);
  if (stream.match(/^\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/)) return 'number';
  if (stream.match(/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*(?=\())?/)) return wordAt(stream);
  if (stream.match(/^(?::=|==|!=|<=|>=|[-+*/%<>=&|])/)) return 'operator';
  stream.next();
  return 'punctuation';
};

export const rego = StreamLanguage.define<State>({
  name: 'rego',
  startState: () => ({ isRaw: false }),
  copyState: ({ isRaw }) => ({ isRaw }),
  token,
  languageData: { commentTokens: { line: '#' }, closeBrackets: { brackets: ['(', '[', '{', '"', '`'] } },
});
