// Formats how the rules of a policy were evaluated, as text for people.
import type { NamedValue, RuleTrace } from '../../effects/policy-engine/answers.ts';
import { placed } from '../policy-folder/problems.ts';

/** Lists each rule with its values and with the expressions because of which it was not true. */
export const explanationLines = (path: string, traces: readonly RuleTrace[]): readonly string[] =>
  traces.flatMap(({ name, file, row, count, values, stops }) => [
    `${placed(path, file)}:${row}: ${name} ${count === 0 ? 'was not true' : `was true ${timesOf(count)}`}`,
    ...values.map((each) => `    with ${valuesText(each)}`),
    ...stops.flatMap((stop) => [
      `    line ${stop.row} was not true ${timesOf(stop.count)}: ${stop.expression}`,
      ...(stop.values.length === 0 ? [] : [`        with ${valuesText(stop.values)}`]),
    ]),
  ]);

const timesOf = (count: number): string => (count === 1 ? 'once' : `${count} times`);

const valuesText = (values: readonly NamedValue[]): string =>
  values.length === 0 ? 'no variables' : values.map(({ name, value }) => `${name} = ${value}`).join(', ');
