import { type ConfigurationBlock, newLineCounter, type SourceAttribute, simpleString } from './block.ts';
import { type HclSign, hclSigns } from './hcl-signs.ts';

/** Returns the top-level blocks of a file in HCL. For invalid text, these are the blocks that can be recognized. */
export function hclBlocks(text: string): readonly ConfigurationBlock[] {
  const blocks: ConfigurationBlock[] = [];
  let block: ConfigurationBlock | undefined;
  for (const statement of statementsIn(text)) {
    if (statement.end === 'open') {
      block = blockOf(statement);
      blocks.push(...(block === undefined ? [] : [block]));
    } else if (statement.depth === 1 && block !== undefined) {
      const source = sourceOf(statement);
      if (source !== undefined) blocks.splice(-1, 1, { ...block, source });
    }
  }
  return blocks;
}

interface HclStatement {
  readonly text: string;
  /** Sign after the statement. */
  readonly end: HclSign['kind'];
  /** 0 at the top level, and 1 in the body of a top-level block. */
  readonly depth: number;
  /** Returns the line of an offset in the statement. */
  readonly lineOf: (index: number) => number;
}

function* statementsIn(text: string): Generator<HclStatement> {
  const lineOf = newLineCounter(text);
  let start = 0;
  for (const { kind, offset, depth } of hclSigns(text)) {
    // A nested block is one statement of the block around it, so its brace does not end a statement.
    if (kind === 'open' && depth === 1) continue;
    const first = start;
    yield { text: text.slice(first, offset), end: kind, depth, lineOf: (index) => lineOf(first + index) };
    // A comment remains at the beginning of the next text. It ends there, because it extends to the end of the line.
    start = kind === 'end' ? offset : offset + 1;
  }
}

const headerPart = /\/\*[\s\S]*?\*\/|"([^"]*)"|([\p{ID_Start}_][\p{ID_Continue}-]*)|\S/gu;

/** Maximum number of labels of a block in a Terraform configuration. */
const maxLabels = 2;

/** Reads a header such as `resource "aws_s3_bucket" "logs"`. The quotation marks of labels are optional. */
function blockOf({ text, lineOf }: HclStatement): ConfigurationBlock | undefined {
  const found = text.matchAll(headerPart).filter(([part]) => !part.startsWith('/*'));
  // One more part is read than a header can have, so that longer statements are recognized without reading all of them.
  const parts = found.take(maxLabels + 2).toArray();
  const names = parts.flatMap(([, quoted, word]) => quoted ?? word ?? []);
  const [first] = parts;
  const [type, ...labels] = names;
  if (first?.[2] === undefined || type === undefined || labels.length > maxLabels) return undefined;
  return names.length === parts.length ? { type, labels, line: lineOf(first.index) } : undefined;
}

const sourceAttribute = /^\s*source\s*=(?:\s*"([^"\n]*)"\s*$)?/;

function sourceOf({ text, lineOf }: HclStatement): SourceAttribute | undefined {
  const [match, content] = sourceAttribute.exec(text) ?? [];
  if (match === undefined) return undefined;
  return { line: lineOf(match.indexOf('source')), value: content === undefined ? undefined : simpleString(content) };
}
