// Splits an SQL statement into parts that other statements share: each condition in its `where` clause, and the
// statement without these conditions.
import { createHash } from 'node:crypto';
import { memoizeByArguments } from '../../../src/lib/functions/memoize.ts';

const quoted = /'[^']*'|"[^"]*"/y;

/** Returns the positions of an SQL keyword outside parentheses and quotes. */
function positionsOf(text: string, word: string): readonly number[] {
  const found: number[] = [];
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    quoted.lastIndex = at;
    const skipped = quoted.exec(text)?.[0];
    if (skipped !== undefined) at += skipped.length - 1;
    else if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
    else if (depth === 0 && text.startsWith(word, at)) found.push(at);
  }
  return found;
}

/**
 * Normalizes an SQL statement: removes literal ids, limits, list lengths and the number of inserted rows, so that
 * statements that differ only in these values become equal.
 */
const folded = (sql: string): string =>
  sql
    .replace(/\$\d+/g, '?')
    .replace(/'[a-z]+-[A-Za-z0-9]{16}-?'|(?<=\b(?:limit|select) )\d+\b/g, '?')
    .replace(/\?(, \?)+/g, '?')
    .replace(/(\((?:[^()]|\([^()]*\))*\))(, \1)+/g, '$1');

function splitAt(text: string, positions: readonly number[], word: string): readonly string[] {
  const starts = [0, ...positions.map((at) => at + word.length)];
  return starts.map((start, index) => text.slice(start, positions[index] ?? text.length));
}

const endings = [
  ' group by ',
  ' order by ',
  ' limit ',
  ' returning ',
  ' on conflict ',
  ' for update',
  ' union ',
  ' having ',
];

function splitConditions(sql: string): readonly string[] {
  const [where] = positionsOf(sql, ' where ');
  if (where === undefined) return [sql];
  const begin = where + ' where '.length;
  const rest = sql.slice(begin);
  const end = Math.min(rest.length, ...endings.flatMap((word) => positionsOf(rest, word).slice(0, 1)));
  const conditions = rest.slice(0, end);
  const table = /^(?:select .*? from|insert into|update|delete from) "?\w+"?/.exec(sql)?.[0].split(' ').at(-1) ?? '';
  const parts = splitAt(conditions, positionsOf(conditions, ' and '), ' and ');
  return [`${sql.slice(0, where)} where …${rest.slice(end)}`, ...parts.map((part) => `${table}: ${part}`)];
}

export interface Part {
  readonly id: string;
  readonly text: string;
}

/** Returns the parts of an SQL statement for PostgreSQL. */
export const partsOf = memoizeByArguments((sql: string): readonly Part[] =>
  splitConditions(folded(sql)).map((text) => ({
    id: createHash('sha256').update(text).digest('hex').slice(0, 12),
    text,
  })),
);
