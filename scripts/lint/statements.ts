// What a statement may not be: one whose answer changes when a newer program adds a column to a table.
import { lineOf, type Sources } from './source.ts';

export interface StatementProblem {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

const everyColumn = /\.(selectAll|returningAll)\(|\b(select|returning) (\w+\.)?\*(?! from unnest)/gi;
const checked = /^src\/(?!.*\.test\.ts$)/;
/** The migrations' own table: a database from before the first release lacks some of its columns. */
const exempt = 'src/db/migrations/index.ts';

export function statementProblems(sources: Sources): readonly StatementProblem[] {
  return [...sources]
    .filter(([path]) => checked.test(path) && path !== exempt)
    .flatMap(([path, text]) =>
      [...text.matchAll(everyColumn)].map(({ index }) => ({
        path,
        line: lineOf(text, index),
        message:
          'Name the columns, as in `.select(policies.all)`: PostgreSQL refuses a prepared statement whose columns have changed under it.',
      })),
    );
}
