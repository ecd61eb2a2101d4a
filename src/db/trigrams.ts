// Three characters in a row, by which an index finds the texts that contain a word.

const trigramLength = 3;
const maxPieces = 3;
/** Ranking trigrams takes time on the serving thread; an e-mail address seldom has more. */
const maxRanked = 32;

const trigramsOf = (word: string): readonly string[] => {
  const characters = [...word];
  const all = characters.map((_, start) => characters.slice(start, start + trigramLength).join(''));
  return [...new Set(all.slice(0, 1 - trigramLength))].slice(0, maxRanked);
};

/** The trigram that is in the fewest of `some` texts; among equals, the one that is in the fewest of `all`. */
const rarestOf = (trigrams: readonly string[], some: readonly string[], all: readonly string[]): string => {
  const having = (texts: readonly string[], piece: string) => texts.filter((text) => text.includes(piece)).length;
  const ranked = trigrams.map((piece) => ({
    piece,
    rank: having(some, piece) * (all.length + 1) + having(all, piece),
  }));
  return ranked.reduce((best, one) => (one.rank < best.rank ? one : best)).piece;
};

/**
 * The few trigrams of a word that together match the fewest texts of a sample, the rarest first; none of a word with fewer
 * than three characters. An index takes far longer over trigrams that nearly every text has.
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

/** Texts with all of these trigrams, in the query language of SQLite's index. */
export const matchOf = (pieces: readonly string[]): string => pieces.map(quoted).join(' AND ');
