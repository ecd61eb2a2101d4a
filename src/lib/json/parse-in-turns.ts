// Long JSON, parsed piece by piece so that other work has its turn.
import { newTurns } from '../concurrency/turns.ts';
import { parseKnown } from './exact-json.ts';
import { endOfString, jsonParts } from './json-parts.ts';

/** Length in characters of what is parsed at once. */
const maxPiece = 16_384;

/** Levels whose parts are parsed one by one: each level is another look at the whole text. */
const maxDepth = 4;

/** Parses JSON as `JSON.stringify` writes it, with its numbers as they are written; other events happen meanwhile. */
export const parseInTurns = (json: string, takeTurns = newTurns()): Promise<ReturnType<typeof JSON.parse>> =>
  parsePieces(json, maxDepth, takeTurns);

async function parsePieces(json: string, depth: number, takeTurns: ReturnType<typeof newTurns>): Promise<unknown> {
  await takeTurns();
  const isList = json.startsWith('[');
  if (depth === 0 || json.length <= maxPiece || !(isList || json.startsWith('{'))) return parseKnown(json);
  const members: [name: string, value: unknown][] = [];
  for (const part of jsonParts(json)) {
    // The name ends before a colon.
    const end = isList ? -2 : endOfString(part, 0);
    members.push([part.slice(0, end + 1), await parsePieces(part.slice(end + 2), depth - 1, takeTurns)]);
  }
  // Not by assignment: `__proto__` is a name like any other.
  return isList
    ? members.map(([, value]) => value)
    : Object.fromEntries(members.map(([name, value]) => [JSON.parse(name), value]));
}
