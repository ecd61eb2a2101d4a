/** Advice about a name that is none of the known ones: the nearest, or where they are listed. */
export function spellingAdvice(misspelt: string, known: readonly string[]): string {
  const near = nearestTo(misspelt, known);
  return near === undefined
    ? 'correct its spelling (docs/configuration.md lists them all), or leave it out.'
    : `did you mean ${near}?`;
}

/** The word with the fewest changes from a misspelt one, at most one to three letters; undefined where none is so near. */
function nearestTo(misspelt: string, words: readonly string[]): string | undefined {
  const [nearest] = words
    .map((word) => ({ word, changes: changesBetween(misspelt, word) }))
    .filter(({ changes }) => changes <= Math.max(1, Math.floor(misspelt.length / 3)))
    .toSorted((one, other) => one.changes - other.changes);
  return nearest?.word;
}

/** Number of letters that are added, removed, replaced or swapped to make one word of another (optimal string alignment). */
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
