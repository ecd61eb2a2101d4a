// Checks that a migration step does not break programs of the previous release.
import type { Engine } from '../../src/db/engine.ts';
import {
  columnTypes,
  isChange,
  type Migration,
  partsOf,
  type SchemaChange,
} from '../../src/db/schema/migrations/migration.ts';

const newTable = /^create (?:unlogged )?table (\w+)/i;
const newIndex = /^create (?:unique )?index \w+ on (\w+)/i;
const newRow = /^insert into (\w+)/i;
/** Statement that configures an FTS index of SQLite. It does not affect running programs. */
const indexSetting = /^insert into (\w+) ?\(\1, rank\) values/i;
const newColumn = /^alter table \w+ add column \w+ (.*)$/i;
const strictColumn = /\b(not null|unique|primary key|check)\b/i;
const hasDefault = /\bdefault\b/i;

/** Returns the way in which a statement breaks programs of the previous release; undefined if it does not. */
const harmOf = (statement: string, made: ReadonlySet<string>): string | undefined => {
  const [, table = newRow.exec(statement)?.[1]] = newIndex.exec(statement) ?? [];
  if (newTable.test(statement) || indexSetting.test(statement)) return undefined;
  if (table !== undefined && made.has(table)) return undefined;
  if (newIndex.test(statement)) return 'locks a table that has rows: name it in `indexes`';
  const [, column] = newColumn.exec(statement) ?? [];
  if (column === undefined) return 'changes what programs of the release before use: it belongs to a contraction';
  const strict = strictColumn.exec(column)?.[1]?.toLowerCase();
  if (strict === undefined || (strict === 'not null' && hasDefault.test(column))) return undefined;
  return 'refuses rows without the column, as programs of the release before write them';
};

/**
 * Returns the statements in an expansion that would break programs of the previous release. Statements about extensions
 * never do.
 */
const expansionProblems = (step: Migration, engine: Engine): readonly string[] => {
  const statements = step.statements(columnTypes[engine]).map((each) => each.trim().replaceAll(/\s+/g, ' '));
  const made = new Set(statements.flatMap((each) => newTable.exec(each)?.[1] ?? []));
  return statements
    .filter((each) => !/^create extension/i.test(each))
    .flatMap((each) => {
      const harm = harmOf(each, made);
      return harm === undefined ? [] : [`${step.name}: "${each}" ${harm}`];
    });
};

const uniqueProblems = ({ name, phase, indexes = [] }: SchemaChange): readonly string[] =>
  phase === 'expand' && indexes.some(({ isUnique }) => isUnique)
    ? [`${name}: a unique index refuses what programs of the release before write: it belongs to a contraction`]
    : [];

/** Whether a migration step changes nothing on either engine. */
const isEmpty = (step: SchemaChange): boolean =>
  (['sqlite', 'postgres'] as const).every((engine) =>
    partsOf(step, engine).every((part) => 'statements' in part && part.statements.length === 0),
  );

/** Returns the problems in all migration steps of a schema. */
export const stepProblems = (steps: readonly Migration[], engine: Engine): readonly string[] =>
  steps.filter(isChange).flatMap((step, index, changes) => {
    const before = changes[index - 1]?.version ?? 1;
    const isNext = step.version > 1 && (step.version === before || step.version === before + 1);
    return [
      ...(isNext ? [] : [`${step.name}: version ${step.version} does not follow ${before}`]),
      ...(step.phase === 'expand' ? expansionProblems(step, engine) : []),
      ...uniqueProblems(step),
      ...(isEmpty(step) ? [`${step.name}: does nothing`] : []),
    ];
  });
