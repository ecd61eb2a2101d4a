import { type ConfigurationBlock, newLineCounter, type SourceAttribute, simpleString } from './block.ts';
import { type HclDelimiter, hclDelimiters } from './hcl-delimiters.ts';

/** Returns the top-level blocks of a file in HCL. For invalid text, these are the blocks that can be recognized. */
export function hclBlocks(text: string): readonly ConfigurationBlock[] {
  const blocks: ConfigurationBlock[] = [];
  let block: ConfigurationBlock | undefined;
  for (const statement of statementsIn(text)) {
    if (statement.end === 'open') {
      block = blockOf(statement);
      if (block !== undefined) blocks.push(block);
    } else if (statement.depth === 1 && block !== undefined) {
      const source = sourceOf(statement);
      if (source !== undefined) blocks.splice(-1, 1, { ...block, source });
    }
  }
  return blocks;
}

interface HclStatement {
  readonly text: string;
  /** Delimiter after the statement. */
  readonly end: HclDelimiter['kind'];
  /** 0 at the top level, and 1 in the body of a top-level block. */
  readonly depth: number;
  /** Returns the line of an offset in the statement. */
  readonly lineOf: (index: number) => number;
}

function* statementsIn(text: string): Generator<HclStatement> {
  const lineOf = newLineCounter(text);
  let start = 0;
  for (const { kind, offset, depth } of hclDelimiters(text)) {
    // A nested block belongs to a statement of the outer block, so its braces do not end the statement.
    if (kind === 'open' && depth === 1) continue;
    const first = start;
    yield { text: text.slice(first, offset), end: kind, depth, lineOf: (index) => lineOf(first + index) };
    // If the delimiter is a comment, the next text begins with it, so that its content is not taken for a statement.
    start = kind === 'end' ? offset : offset + 1;
  }
}

const headerPart = /\/\*[\s\S]*?\*\/|"([^"]*)"|([\p{ID_Start}_][\p{ID_Continue}-]*)|\S/gu;

/** Maximum number of parts of a header in a Terraform configuration: the type and two labels. */
const maxParts = 3;

/** Reads a header such as `resource "aws_s3_bucket" "logs"`. The quotation marks of labels are optional. */
function blockOf({ text, lineOf }: HclStatement): ConfigurationBlock | undefined {
  const parts = headerParts(text);
  const [first] = parts;
  const [type, ...labels] = parts.flatMap(([, quoted, word]) => quoted ?? word ?? []);
  if (first?.[2] === undefined || type === undefined || parts.length > maxParts) return undefined;
  return labels.length === parts.length - 1 ? { type, labels, line: lineOf(first.index) } : undefined;
}

/** Returns the parts of a header without comments. Stops after too many parts, because a statement can be long. */
function headerParts(text: string): readonly RegExpExecArray[] {
  const parts: RegExpExecArray[] = [];
  for (const part of text.matchAll(headerPart)) {
    if (!part[0].startsWith('/*')) parts.push(part);
    if (parts.length > maxParts) break;
  }
  return parts;
}

const sourceAttribute = /^\s*source\s*=(?:\s*"([^"\n]*)"\s*$)?/;

function sourceOf({ text, lineOf }: HclStatement): SourceAttribute | undefined {
  const [match, content] = sourceAttribute.exec(text) ?? [];
  if (match === undefined) return undefined;
  return { line: lineOf(match.indexOf('source')), value: content === undefined ? undefined : simpleString(content) };
}
