import { endOfString } from '../../lib/json/json-parts.ts';
import { type ConfigurationBlock, newLineCounter, simpleString } from './block.ts';

/** Number of labels by block type. In JSON, labels and attributes have the same form. */
const labelCounts = new Map([
  ['resource', 2],
  ['data', 2],
  ['ephemeral', 2],
  ['module', 1],
]);

/**
 * Returns the blocks `resource`, `data`, `ephemeral` and `module` of a file in the JSON syntax of HCL. Each level may be
 * an object or an array of objects. For invalid text, these are the blocks that can be recognized.
 */
export function jsonBlocks(text: string): readonly ConfigurationBlock[] {
  const blocks: ConfigurationBlock[] = [];
  const lineOf = newLineCounter(text);
  /** Names of the members that lead to the current string, from the outermost. */
  let path: readonly string[] = [];
  for (const { offset, content, isName, depth } of stringsIn(text)) {
    if (depth > maxDepth) continue;
    if (isName) path = [...path.slice(0, depth - 1), content];
    const [type = '', ...labels] = path;
    const block = blocks.at(-1);
    if (isName && labels.length === labelCounts.get(type)) blocks.push({ type, labels, line: lineOf(offset) });
    if (!isName && type === 'module' && labels[1] === 'source' && block !== undefined)
      blocks.splice(-1, 1, { ...block, source: { line: lineOf(offset), value: simpleString(content) } });
  }
  return blocks;
}

/** Depth of the names of resources, and of the attribute `source` of modules. */
const maxDepth = 3;

interface JsonString {
  readonly offset: number;
  readonly content: string;
  /** Whether the string is the name of a member. */
  readonly isName: boolean;
  /** Number of objects that contain the string. */
  readonly depth: number;
}

function* stringsIn(text: string): Generator<JsonString> {
  const delimiter = /["{}]/g;
  const colon = /\s*:/y;
  let depth = 0;
  for (let match = delimiter.exec(text); match !== null; match = delimiter.exec(text)) {
    const [found] = match;
    if (found === '{') depth += 1;
    if (found === '}') depth -= 1;
    if (found !== '"') continue;
    const end = endOfString(text, match.index);
    if (end === -1) return;
    [delimiter.lastIndex, colon.lastIndex] = [end + 1, end + 1];
    yield { offset: match.index, content: text.slice(match.index + 1, end), isName: colon.test(text), depth };
  }
}
