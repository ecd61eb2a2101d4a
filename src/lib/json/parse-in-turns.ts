// Parses long JSON piece by piece, so that other events can be handled between the pieces.
import { newTurns } from '../concurrency/turns.ts';
import { parseKnown } from './exact-json.ts';
import { endOfString, jsonParts } from './json-parts.ts';

/** Maximum number of characters that are parsed in one piece. */
const maxPiece = 16_384;

/**
 * Maximum nesting level down to which arrays and objects are split into pieces. Each level requires another pass over
 * the text.
 */
const maxDepth = 4;

/**
 * Parses JSON that is formatted as by `JSON.stringify`. Numbers keep their original text. Other events can be handled
 * between pieces.
 */
export const parseInTurns = (json: string, takeTurns = newTurns()): Promise<ReturnType<typeof JSON.parse>> =>
  parsePieces(json, maxDepth, takeTurns);

async function parsePieces(json: string, depth: number, takeTurns: ReturnType<typeof newTurns>): Promise<unknown> {
  await takeTurns();
  const isList = json.startsWith('[');
  if (depth === 0 || json.length <= maxPiece || !(isList || json.startsWith('{'))) return parseKnown(json);
  const members: [name: string, value: unknown][] = [];
  for (const part of jsonParts(json)) {
    // In an object, each part consists of the member's name, a colon and the value.
    const end = isList ? -2 : endOfString(part, 0);
    members.push([part.slice(0, end + 1), await parsePieces(part.slice(end + 2), depth - 1, takeTurns)]);
  }
  // `Object.fromEntries` is used, because with assignments a member named `__proto__` would change the prototype.
  return isList
    ? members.map(([, value]) => value)
    : Object.fromEntries(members.map(([name, value]) => [JSON.parse(name), value]));
}
