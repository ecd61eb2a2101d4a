// Parses long JSON piece by piece, so that other events can run in between.
import { newTurns } from '../concurrency/turns.ts';
import { parseKnown } from './exact-json.ts';
import { endOfString, jsonParts } from './json-parts.ts';

/** Maximum number of characters that are parsed in one piece. */
const maxPiece = 16_384;

/** Number of levels whose parts are parsed separately. Each level requires another pass over the text. */
const maxDepth = 4;

/**
 * Parses JSON in the form that `JSON.stringify` writes, and keeps the original form of its numbers. Other events can
 * run in between.
 */
export const parseInTurns = (json: string, takeTurns = newTurns()): Promise<ReturnType<typeof JSON.parse>> =>
  parsePieces(json, maxDepth, takeTurns);

async function parsePieces(json: string, depth: number, takeTurns: ReturnType<typeof newTurns>): Promise<unknown> {
  await takeTurns();
  const isList = json.startsWith('[');
  if (depth === 0 || json.length <= maxPiece || !(isList || json.startsWith('{'))) return parseKnown(json);
  const members: [name: string, value: unknown][] = [];
  for (const part of jsonParts(json)) {
    // The name is followed by a colon, which is skipped.
    const end = isList ? -2 : endOfString(part, 0);
    members.push([part.slice(0, end + 1), await parsePieces(part.slice(end + 2), depth - 1, takeTurns)]);
  }
  // Objects are created without assignments, so that `__proto__` is an ordinary name.
  return isList
    ? members.map(([, value]) => value)
    : Object.fromEntries(members.map(([name, value]) => [JSON.parse(name), value]));
}
