/** Returns advice for an unknown name: the most similar known name or, if there is none, where to find the list. */
export function spellingAdvice(misspelt: string, known: readonly string[]): string {
  const near = nearestTo(misspelt, known);
  return near === undefined
    ? 'correct its spelling or remove it (docs/configuration.md lists all names).'
    : `did you mean ${near}?`;
}

/**
 * Returns the word that is most similar to a misspelled word. Undefined if even this word differs in more than one
 * character and in more than a third of the characters.
 */
function nearestTo(misspelt: string, words: readonly string[]): string | undefined {
  const [nearest] = words
    .map((word) => ({ word, changes: changesBetween(misspelt, word) }))
    .filter(({ changes }) => changes <= Math.max(1, Math.floor(misspelt.length / 3)))
    .toSorted((one, other) => one.changes - other.changes);
  return nearest?.word;
}

/**
 * Returns the number of characters to add, remove, replace or swap to turn one word into another (optimal string
 * alignment distance).
 */
function changesBetween(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  const before = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (const [row, letter] of [...one].entries()) {
    const changes = [row + 1];
    rows.push(changes);
    for (const [column, otherLetter] of [...other].entries()) {
      const isSwapped = letter === other[column - 1] && otherLetter === one[row - 1];
      changes.push(
        Math.min(
          before(row + 1, column) + 1,
          before(row, column + 1) + 1,
          before(row, column) + (letter === otherLetter ? 0 : 1),
          isSwapped ? before(row - 1, column - 1) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return before(one.length, other.length);
}
