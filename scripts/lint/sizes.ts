// Enforces the rules in docs/dev/code.md about sizes and type assertions.
import { type ArrowFunctionExpression, type Function as FunctionNode, Visitor } from 'oxc-parser';
import { lineOf, type Problem, parse, type Sources } from './source.ts';

const maxFileLines = 400;
const maxFunctionLines = 50;
/**
 * Files that may use `as`. In these files, types follow from a schema or a query, and the compiler cannot infer them.
 */
const assertionPlaces = /^src\/((jsonapi|lib|kernel|db)\/|http\/route\.ts$)/;
/** Migrations are exempt from the size limit for functions, because they are lists of tables. */
const migrations = /^src\/db\/schema\/migrations\//;

const isTest = (path: string): boolean => path.endsWith('.test.ts') || !/^((console\/)?src|client)\//.test(path);

function problemsIn(path: string, text: string): readonly Problem[] {
  const problems: Problem[] = [];
  const add = (start: number, message: string) => void problems.push({ path, line: lineOf(text, start), message });
  const measure = ({ start, end }: FunctionNode | ArrowFunctionExpression) => {
    const lines = lineOf(text, end) - lineOf(text, start) + 1;
    if (lines > maxFunctionLines && !migrations.test(path))
      add(start, `The function has ${lines} lines; the limit is ${maxFunctionLines}.`);
  };
  const fileLines = text.split('\n').length - 1;
  if (fileLines > maxFileLines) add(0, `The file has ${fileLines} lines; the limit is ${maxFileLines}.`);
  if (isTest(path)) return problems;
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
    TSAsExpression: ({ typeAnnotation, start }) => {
      const isConst = text.slice(typeAnnotation.start, typeAnnotation.end) === 'const';
      if (!isConst && !assertionPlaces.test(path))
        add(start, '`as` is allowed only in src/jsonapi, src/lib, src/kernel, src/db and src/http/route.ts.');
    },
  }).visit(parse(path, text).program);
  return problems;
}

export function sizeProblems(sources: Sources): readonly Problem[] {
  return [...sources].flatMap(([path, text]) => problemsIn(path, text));
}
