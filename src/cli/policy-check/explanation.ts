// Formats an explanation of how a policy's rules were evaluated as text.
import type { NamedValue, RuleTrace } from '../../effects/policy-engine/answers.ts';
import { placed } from '../policy-folder/problems.ts';

/** Returns lines for each rule, with its values and with the expressions that stopped its evaluation. */
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
