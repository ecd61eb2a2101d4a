// Finds the braces and line ends that delimit blocks and statements in HCL. Strings, heredocs and comments can contain
// the same characters, so this scanner reads them by the rules of HCL's own scanner. Whoever can open a pull request
// writes these files. Therefore no text is an error, and the time is linear in the length of the text.

/** Delimiter at the top level of a file or in the body of a top-level block. */
export interface HclDelimiter {
  /** `end` is the end of a line, or the start of a comment that continues to the end of the line. */
  readonly kind: 'open' | 'close' | 'end';
  readonly offset: number;
  /** Number of open braces before the delimiter: 0 or 1. */
  readonly depth: number;
}

/** What the scanner reads at a position: code, a string in quotation marks, or a heredoc. */
interface HclContext {
  readonly syntax: 'code' | 'string' | 'heredoc';
  /** Number of open braces in code. */
  readonly depth: number;
  /** Identifier that ends the heredoc. */
  readonly marker?: string;
  /** Context that continues after this one. */
  readonly outer?: HclContext;
}

interface Position {
  readonly context: HclContext;
  readonly offset: number;
}

const patterns = {
  code: /[{}"\n#]|\/[/*]|<<-?([\p{ID_Start}_][\p{ID_Continue}-]*)/gu,
  // `$${` and `%%{` are escape sequences. `${` and `%{` start an expression in the string.
  string: /\\.|([$%])\1\{|[$%]\{|"/g,
  heredoc: /([$%])\1\{|[$%]\{|\n/g,
};

const kinds = new Map<string, HclDelimiter['kind']>([
  ['{', 'open'],
  ['}', 'close'],
  ['\n', 'end'],
  ['#', 'end'],
  ['//', 'end'],
]);

/** Returns the delimiters at depths 0 and 1, in their order. */
export function* hclDelimiters(text: string): Generator<HclDelimiter> {
  let position: Position = { context: { syntax: 'code', depth: 0 }, offset: 0 };
  for (;;) {
    const { context } = position;
    const pattern = patterns[context.syntax];
    pattern.lastIndex = position.offset;
    const match = pattern.exec(text);
    if (match === null) return;
    const kind = context.outer === undefined && context.depth <= 1 ? kinds.get(match[0]) : undefined;
    if (kind !== undefined) yield { kind, offset: match.index, depth: context.depth };
    position = context.syntax === 'code' ? nextInCode(text, context, match) : nextInString(text, context, match);
  }
}

function nextInCode(text: string, context: HclContext, match: RegExpExecArray): Position {
  const [found, marker] = match;
  const offset = match.index + found.length;
  if (marker !== undefined) return { context: { syntax: 'heredoc', depth: 0, marker, outer: context }, offset };
  switch (found) {
    case '"':
      return { context: { syntax: 'string', depth: 0, outer: context }, offset };
    case '{':
      return { context: { ...context, depth: context.depth + 1 }, offset };
    case '}':
      return { context: afterBrace(context), offset };
    case '\n':
      return { context, offset };
    case '/*':
      return { context, offset: indexOrEnd(text, '*/', offset) + 2 };
    default:
      return { context, offset: indexOrEnd(text, '\n', offset) };
  }
}

/** A brace that was not opened ends the expression in a string. Outside of strings, it is invalid and ignored. */
function afterBrace(context: HclContext): HclContext {
  if (context.depth > 0) return { ...context, depth: context.depth - 1 };
  return context.outer ?? context;
}

/** Continues in a string or heredoc. */
function nextInString(text: string, context: HclContext, match: RegExpExecArray): Position {
  const [found] = match;
  const offset = match.index + found.length;
  const outer = context.outer ?? context;
  if (found === '${' || found === '%{') return { context: { syntax: 'code', depth: 0, outer: context }, offset };
  if (found === '"') return { context: outer, offset };
  if (found !== '\n') return { context, offset };
  const lineEnd = indexOrEnd(text, '\n', offset);
  return text.slice(offset, lineEnd).trim() === context.marker
    ? { context: outer, offset: lineEnd }
    : { context, offset };
}

function indexOrEnd(text: string, searched: string, offset: number): number {
  const index = text.indexOf(searched, offset);
  return index === -1 ? text.length : index;
}
