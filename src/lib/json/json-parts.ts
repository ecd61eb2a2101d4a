// Splits JSON text into parts. A long document can then be read piece by piece, and each number keeps its original
// text.

const [quote, backslash, comma] = ['"', '\\', ','].map((character) => character.charCodeAt(0));
const [openArray, closeArray, openObject, closeObject] = ['[', ']', '{', '}'].map((each) => each.charCodeAt(0));

const isOpening = (code: number): boolean => code === openArray || code === openObject;
const isClosing = (code: number): boolean => code === closeArray || code === closeObject;

/**
 * Returns the elements of an array, or the members of an object including their names, as JSON texts. The JSON must be
 * formatted as by `JSON.stringify`.
 */
export function jsonParts(json: string): readonly string[] {
  const parts: string[] = [];
  const end = json.length - 1;
  let [start, depth] = [1, 0];
  for (let at = 1; at < end; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) at = endOfString(json, at);
    else if (isOpening(code)) depth += 1;
    else if (isClosing(code)) depth -= 1;
    else if (code === comma && depth === 0) {
      parts.push(json.slice(start, at));
      start = at + 1;
    }
  }
  return start < end ? [...parts, json.slice(start, end)] : parts;
}

/** Returns the index of a string's closing quotation mark. `start` is the index of the opening one. */
export function endOfString(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); ; at = json.indexOf('"', at + 1)) {
    let first = at;
    while (json.charCodeAt(first - 1) === backslash) first -= 1;
    if ((at - first) % 2 === 0) return at;
  }
}
