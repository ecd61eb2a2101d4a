// Forbids `select *`, because its result changes when a later version adds a column. Also forbids statements that lock
// rows if the name of their constant does not end in `ForUpdate`.
import { lineOf, type Problem, type Sources } from './source.ts';

const everyColumn = /\.(selectAll|returningAll)\(|\b(select|returning) (\w+\.)?\*(?! from unnest)/gi;
const checked = /^src\/(?!.*\.test\.ts$)/;
/**
 * This file is exempt, because the migrations table of a database from before the first release may lack some columns.
 */
const exempt = 'src/db/schema/migrations/index.ts';

const declaration = /const (\w+) = query\b[\s\S]*?;\n(?! )/g;
const locks = /\bforUpdate(SkipLocked)?\(/;

const nameProblems = (path: string, text: string): readonly Problem[] =>
  [...text.matchAll(declaration)]
    .filter(([statement, name = '']) => locks.test(statement) !== name.endsWith('ForUpdate'))
    .map(({ index, 1: name }) => ({
      path,
      line: lineOf(text, index),
      message: `The name of a query must end in ForUpdate if it locks rows, and only then: ${name}.`,
    }));

const columnProblems = (path: string, text: string): readonly Problem[] =>
  [...text.matchAll(everyColumn)].map(({ index }) => ({
    path,
    line: lineOf(text, index),
    message:
      'Name the columns, as in `.select(policies.all)`: PostgreSQL rejects a prepared statement if the columns of its result have changed.',
  }));

export function statementProblems(sources: Sources): readonly Problem[] {
  return [...sources]
    .filter(([path]) => checked.test(path) && path !== exempt)
    .flatMap(([path, text]) => [...columnProblems(path, text), ...nameProblems(path, text)]);
}
