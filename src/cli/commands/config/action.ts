import { readClientConfig, readConfig, unknownVariables, validSentence } from '../../../config.ts';
import { type DocumentedVariable, documentedVariables } from '../../../configuration/declarations.ts';
import { configurationExample, configurationSchema } from '../../../configuration/schema.ts';
import { keyOf, originOf, readingOf } from '../../../configuration/variables.ts';
import { ConfigError, configurationFile, type Environment } from '../../../environment.ts';
import { startProblems } from '../../data/start-problems.ts';
import { type Action, CommandFailed } from '../../terminal/command.ts';
import { aligned } from '../../terminal/output.ts';

const faultsIn = (environment: Environment): readonly string[] => {
  const problems = [readConfig, readClientConfig].flatMap((read) => problemsOf(() => read(environment)));
  return [...new Set([...problems, ...unknownVariables(environment)])];
};

const problemsOf = (read: () => unknown): readonly string[] => {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

const pathOf = (environment: Environment): string | null => environment[configurationFile]?.path ?? null;

/** Returns the value to show; null if the value is secret or not set. */
const shownValue = ({ isSecret, inFolder }: DocumentedVariable, text: string): string | null => {
  if (text === '' || isSecret) return null;
  return inFolder?.(text, process.cwd()) ?? text;
};

const inForce = (environment: Environment) =>
  documentedVariables.map((variable) => {
    const { text, from } = readingOf(variable, environment);
    return {
      key: keyOf(variable.name),
      variable: variable.name,
      value: shownValue(variable, text),
      'is-set': from !== undefined,
      'is-secret': variable.isSecret ?? false,
      origin: from === undefined ? 'default' : originOf(environment, from),
    };
  });

type Shown = ReturnType<typeof inForce>[number];

const row = ({ key, value, origin, ...shown }: Shown): readonly string[] => [
  key,
  shown['is-secret'] && shown['is-set'] ? 'set, hidden' : (value ?? '-'),
  origin,
];

export const show: Action = async (_called, { environment }) => {
  const file = pathOf(environment);
  const values = inForce(environment);
  const problems = faultsIn(environment);
  const lines = [`Configuration file: ${file ?? 'none'}`, aligned([['KEY', 'VALUE', 'ORIGIN'], ...values.map(row)])];
  return {
    text: [...lines, ...problems].join('\n'),
    json: { file, values, problems },
    exitCode: problems.length === 0 ? 0 : 1,
  };
};

/** Returns the problems of the configuration values and of the files to which these values refer. */
const startFaults = async (environment: Environment): Promise<readonly string[]> => {
  const problems = faultsIn(environment);
  return problems.length > 0 ? problems : startProblems(readConfig(environment));
};

export const check: Action = async (_called, { environment }) => {
  const problems = await startFaults(environment);
  if (problems.length > 0) throw new CommandFailed(...problems);
  return { text: validSentence(environment), json: { file: pathOf(environment) } };
};

export const example: Action = async () => {
  const text = configurationExample();
  return { text: text.trimEnd(), json: { example: text } };
};

export const schema: Action = async () => {
  const json = configurationSchema();
  return { text: JSON.stringify(json, null, 2), json };
};
