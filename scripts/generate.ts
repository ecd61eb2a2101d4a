// Writes the generated files: the OpenAPI description, the settings fields for the console, the command-line reference,
// and tables in the documentation. With `--check`, it only compares them.
import { readFile, writeFile } from 'node:fs/promises';
import { documentedVariables, fileVariable } from '../src/configuration/declarations.ts';
import { configurationSchema } from '../src/configuration/schema.ts';
import { fileNameOf, type Variable } from '../src/configuration/variables.ts';
import { servedWith, settingsGroups } from '../src/domains/index.ts';
import { recordedExchanges } from '../src/http/openapi-examples.ts';
import { sessionCookieName } from '../src/http/session-cookie.ts';
import { problemCodes } from '../src/jsonapi/problem-codes.ts';
import { neutral } from '../src/jsonapi/vocabulary.ts';
import { enforcementLevels } from '../src/kernel/enforcement-levels.ts';
import { version } from '../src/kernel/version.ts';
import { cliReference } from './cli-reference.ts';
import { answerShapes, apiTypes, differingWords } from './client-files.ts';
import { inputSchema, inputTable } from './engine/input-table.ts';
import { alertRules, alertsTable, conditionSections } from './operator-conditions.ts';
import { presetsOfConsole } from './provider-presets.ts';
import { rightsTables } from './rights-table.ts';
import { settingsFields } from './settings-fields.ts';
import { choicePath, choose, readRecord } from './test/pairs.ts';

const at = (path: string): URL => new URL(`../${path}`, import.meta.url);
const read = (path: string): Promise<string> => readFile(at(path), 'utf8').catch(() => '');

const describe = (): string => {
  const exchanges = recordedExchanges();
  const sessionCookie = sessionCookieName('http://127.0.0.1');
  return withExamplesInLines(servedWith(neutral).describe({ version, sessionCookie, exchanges }));
};

/** Formats the OpenAPI description with an indentation of two spaces, and with each example on one line. */
const withExamplesInLines = (described: object): string => {
  const inLines = Object.entries(Object(described).components.examples).map(
    ([name, example]) => `      ${JSON.stringify(name)}: ${JSON.stringify(example)}`,
  );
  const text = JSON.stringify(described, (key, value) => (key === 'examples' && isExamples(value) ? {} : value), 2);
  return `${text.replace(/"examples": \{\}/, () => `"examples": {\n${inLines.join(',\n')}\n    }`)}\n`;
};

/**
 * Whether an `examples` object is the one under `components`. Operations also have an `examples` object, which contains
 * references.
 */
const isExamples = (value: object): boolean => !('recorded' in value);

/** The description is built only once, because the files of the API client are also generated from it. */
const description = describe();

const variableRow = ({ name, fallback, meaning, isSecret }: Omit<Variable, 'wants'>): string => {
  const ofFile = isSecret ? ` Secret: \`${fileNameOf(name)}\` can name a file that contains the value.` : '';
  return `| \`${name}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${meaning}${ofFile} |`;
};

const variablesTable = (): string =>
  [
    '| Variable | Default | Meaning |',
    '| --- | --- | --- |',
    ...[...documentedVariables, fileVariable].map(variableRow),
  ].join('\n');

const codesTable = (): string => {
  const rows = Object.entries(problemCodes).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`);
  return ['| Code | Meaning |', '| --- | --- |', ...rows].join('\n');
};

/** Returns the text of a file with the part between two markers replaced. `name` is the name in the markers. */
const withTable = async (path: string, name: string, part: string): Promise<string> =>
  (await read(path)).replace(
    new RegExp(`((?:<!-- |# )${name}(?: -->)?\\n)[\\s\\S]*?(\\n *(?:<!-- |# )/${name}(?: -->)?\\n)`),
    (_, start, end) => `${start}${part}${end}`,
  );

/**
 * Returns the tests to run on PostgreSQL. They are chosen from the record of the last full run. Without a record, or
 * with `--check`, the current choice is kept.
 */
async function chosenTests(): Promise<string> {
  const record = isCheck ? undefined : readRecord();
  return record === undefined ? await read(choicePath) : `${JSON.stringify(choose(record), null, 2)}\n`;
}

const isCheck = process.argv.includes('--check');

/**
 * Returns a TypeScript file with the enforcement levels, because the console needs their type but is built without the
 * service's code.
 */
const levelsOfConsole = (): string => {
  const lines = enforcementLevels.map((level) => `  ${JSON.stringify(level)},\n`);
  return `// Written by \`npm run generate\` from src/kernel/enforcement-levels.ts.\nexport const enforcementLevels = [\n${lines.join('')}] as const;\n`;
};

const alertsFile = 'deploy/helm/tipstaff/monitoring/alerts.yaml';

const generated: Readonly<Record<string, () => Promise<string>>> = {
  'docs/openapi.json': async () => description,
  'client/api.generated.ts': async () => apiTypes(description),
  'client/schemas.generated.ts': async () => answerShapes(description),
  'client/vocabulary.generated.ts': async () => differingWords(),
  'console/src/api/settings-fields.json': async () => settingsFields(settingsGroups),
  'console/src/api/provider-presets.json': async () => presetsOfConsole(),
  'console/src/api/enforcement-levels.generated.ts': async () => levelsOfConsole(),
  'console/src/components/code/input-schema.json': inputSchema,
  'docs/cli.md': async () => cliReference(),
  'docs/api.md': () => withTable('docs/api.md', 'codes', codesTable()),
  'docs/configuration.md': () => withTable('docs/configuration.md', 'variables', variablesTable()),
  'docs/tipstaff.schema.json': async () => `${JSON.stringify(configurationSchema(), null, 2)}\n`,
  'docs/troubleshooting.md': () => withTable('docs/troubleshooting.md', 'conditions', conditionSections()),
  'docs/operate/monitoring.md': () => withTable('docs/operate/monitoring.md', 'alerts', alertsTable()),
  [alertsFile]: () => withTable(alertsFile, 'conditions', alertRules()),
  'docs/guides/permissions.md': () => withTable('docs/guides/permissions.md', 'rights', rightsTables()),
  'docs/guides/input.md': async () => withTable('docs/guides/input.md', 'input', await inputTable()),
  [choicePath]: chosenTests,
};

for (const [path, make] of Object.entries(generated)) {
  const wanted = await make();
  if ((await read(path)) === wanted) continue;
  if (isCheck) {
    process.stderr.write(`${path} is not up to date; run "npm run generate".\n`);
    process.exitCode = 1;
  } else {
    await writeFile(at(path), wanted);
    process.stdout.write(`${path} written\n`);
  }
}
