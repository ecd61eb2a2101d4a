// Trigrams are sequences of three characters. The search index finds texts that contain a word by the word's trigrams.

const trigramLength = 3;
const maxPieces = 3;
/**
 * Maximum number of a word's trigrams that are compared. Comparing takes time on the main thread, and email addresses
 * rarely have more trigrams.
 */
const maxRanked = 32;

const trigramsOf = (word: string): readonly string[] => {
  const characters = [...word];
  const all = characters.map((_, start) => characters.slice(start, start + trigramLength).join(''));
  return [...new Set(all.slice(0, 1 - trigramLength))].slice(0, maxRanked);
};

/**
 * Returns the trigram that occurs in the fewest texts of `some`. If there are several, returns the one that occurs in
 * the fewest texts of `all`.
 */
const rarestOf = (trigrams: readonly string[], some: readonly string[], all: readonly string[]): string => {
  const having = (texts: readonly string[], piece: string) => texts.filter((text) => text.includes(piece)).length;
  const ranked = trigrams.map((piece) => ({
    piece,
    rank: having(some, piece) * (all.length + 1) + having(all, piece),
  }));
  return ranked.reduce((best, one) => (one.rank < best.rank ? one : best)).piece;
};

/**
 * Returns those few trigrams of a word that together match the fewest texts of a sample, the rarest first. Returns none
 * for a word with fewer than three characters. Common trigrams are left out, because the index is much slower with
 * trigrams that are in nearly every text.
 */
export const rareTrigrams = (word: string, sample: readonly string[]): readonly string[] => {
  const trigrams = trigramsOf(word);
  const pieces: string[] = [];
  while (pieces.length < Math.min(maxPieces, trigrams.length)) {
    const left = sample.filter((text) => pieces.every((piece) => text.includes(piece)));
    const others = trigrams.filter((piece) => !pieces.includes(piece));
    pieces.push(rarestOf(others, left, sample));
  }
  return pieces;
};

const quoted = (piece: string): string => `"${piece.replaceAll('"', '""')}"`;

/** Returns an expression for SQLite's full-text index that finds texts with all of these trigrams. */
export const matchOf = (pieces: readonly string[]): string => pieces.map(quoted).join(' AND ');
