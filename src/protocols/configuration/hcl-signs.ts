// Finds the braces and the ends of statements in HCL. Strings, heredocs, templates and comments may contain the same
// characters, so they are delimited in the same way as by HCL's own scanner. The author of a pull request writes these
// files: no text causes an error, and the time is linear in the length of the text.

/** Character that separates statements at the top level of a file, or in the body of a top-level block. */
export interface HclSign {
  /** `end` is the end of a line, or a comment that extends to it. */
  readonly kind: 'open' | 'close' | 'end';
  readonly offset: number;
  /** Number of open braces before this character: 0 or 1. */
  readonly depth: number;
}

/** Part of a text that the scanner has entered. */
interface HclPart {
  readonly syntax: 'code' | 'string' | 'heredoc';
  /** Number of open braces. Only used in code. */
  readonly depth: number;
  /** Text of the line that ends a heredoc. */
  readonly marker?: string;
  /** The string or heredoc that contains a template, or the code that contains a string or heredoc. */
  readonly outer?: HclPart;
}

interface Position {
  readonly part: HclPart;
  readonly offset: number;
}

const patterns = {
  code: /[{}"\n#]|\/[/*]|<<-?([\p{ID_Start}_][\p{ID_Continue}-]*)/gu,
  // `$${` and `%%{` are escape sequences of `${` and `%{`, which start templates.
  string: /\\.|([$%])\1\{|[$%]\{|"/g,
  heredoc: /([$%])\1\{|[$%]\{|\n/g,
};

const kinds = new Map<string, HclSign['kind']>([
  ['{', 'open'],
  ['}', 'close'],
  ['\n', 'end'],
  ['#', 'end'],
  ['//', 'end'],
]);

/** Returns the signs of a text in their order, outside of strings, heredocs and nested blocks. */
export function* hclSigns(text: string): Generator<HclSign> {
  let position: Position = { part: { syntax: 'code', depth: 0 }, offset: 0 };
  for (;;) {
    const { part } = position;
    const pattern = patterns[part.syntax];
    pattern.lastIndex = position.offset;
    const match = pattern.exec(text);
    if (match === null) return;
    const kind = part.outer === undefined && part.depth <= 1 ? kinds.get(match[0]) : undefined;
    if (kind !== undefined) yield { kind, offset: match.index, depth: part.depth };
    position = part.syntax === 'code' ? afterCode(text, part, match) : afterTemplate(text, part, match);
  }
}

function afterCode(text: string, part: HclPart, match: RegExpExecArray): Position {
  const [sign, marker] = match;
  const offset = match.index + sign.length;
  if (marker !== undefined) return { part: { syntax: 'heredoc', depth: 0, marker, outer: part }, offset };
  switch (sign) {
    case '"':
      return { part: { syntax: 'string', depth: 0, outer: part }, offset };
    case '{':
      return { part: { ...part, depth: part.depth + 1 }, offset };
    case '}':
      return { part: afterBrace(part), offset };
    case '\n':
      return { part, offset };
    case '/*':
      return { part, offset: indexOrEnd(text, '*/', offset) + 2 };
    default:
      return { part, offset: lineEnd(text, offset) };
  }
}

/** Leaves a template at its last brace. Ignores a brace that was never opened. */
function afterBrace(part: HclPart): HclPart {
  if (part.depth > 0) return { ...part, depth: part.depth - 1 };
  return part.outer ?? part;
}

function afterTemplate(text: string, part: HclPart, match: RegExpExecArray): Position {
  const [sign] = match;
  const offset = match.index + sign.length;
  if (sign === '${' || sign === '%{') return { part: { syntax: 'code', depth: 0, outer: part }, offset };
  if (sign === '"') return { part: part.outer ?? part, offset };
  if (sign !== '\n') return { part, offset };
  const end = lineEnd(text, offset);
  return text.slice(offset, end).trim() === part.marker ? { part: part.outer ?? part, offset: end } : { part, offset };
}

const lineEnd = (text: string, offset: number): number => indexOrEnd(text, '\n', offset);

function indexOrEnd(text: string, searched: string, offset: number): number {
  const index = text.indexOf(searched, offset);
  return index === -1 ? text.length : index;
}
