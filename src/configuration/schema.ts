// Describes the keys of a configuration file for users, as JSON Schema and as an example file in which all keys are
// commented out.
import { type DocumentedVariable, documentedVariables, isList } from './declarations.ts';
import { fileNameOf, keyOf } from './variables.ts';

/**
 * Returns the default for the configuration file. A relative path is omitted, because in the file it would be relative
 * to another folder.
 */
const defaultOf = ({ fallback, inFolder }: DocumentedVariable): string => (inFolder === undefined ? fallback : '');

/** Returns a variable's description, in which variable names are replaced by the keys of the file. */
function meaningInFile({ meaning, fallback, inFolder }: DocumentedVariable): string {
  const text = meaning.replaceAll(/(TIPSTAFF|OTEL)_[A-Z_]+/g, (name) => keyOf(name));
  return inFolder === undefined || fallback === '' ? text : `${text} Default: ${fallback} in the working directory.`;
}

const fileKeyOf = ({ name }: DocumentedVariable): string => keyOf(fileNameOf(name));

const secretFile = ({ name }: DocumentedVariable): string =>
  `File that contains the value of \`${keyOf(name)}\`. Only one of the two keys can be set.`;

/** Schema keywords that editors support. */
const keywords = ['enum', 'pattern', 'minimum', 'maximum', 'minLength', 'maxLength'];

/**
 * Returns the schema of a key's value. Numbers are also allowed as text, because editors treat `8080` as a number and
 * the service also accepts `"8080"`.
 */
function valueSchema(variable: DocumentedVariable): object {
  const { schema } = variable;
  const fallback = defaultOf(variable);
  const known = keywords.flatMap((keyword) =>
    Reflect.has(schema, keyword) ? [[keyword, Reflect.get(schema, keyword)]] : [],
  );
  if (isList(variable))
    return { type: ['array', 'string'], items: { type: 'string', pattern: '^[^,]+$' }, minItems: 1, minLength: 1 };
  if (Reflect.get(schema, 'type') === 'integer')
    return { type: ['integer', 'string'], pattern: '^\\d+$', ...Object.fromEntries(known), default: Number(fallback) };
  if (Reflect.get(schema, 'type') === 'number')
    return { type: ['number', 'string'], ...Object.fromEntries(known), default: Number(fallback) };
  return { type: 'string', minLength: 1, ...Object.fromEntries(known), ...(fallback !== '' && { default: fallback }) };
}

const properties = (variable: DocumentedVariable): readonly (readonly [key: string, schema: object])[] => [
  [keyOf(variable.name), { description: meaningInFile(variable), ...valueSchema(variable) }],
  ...(variable.isSecret
    ? [[fileKeyOf(variable), { description: secretFile(variable), type: 'string', minLength: 1 }] as const]
    : []),
];

/** Returns the JSON Schema of a configuration file. It uses draft 7, which all editors support. */
export function configurationSchema(): object {
  const secrets = documentedVariables.filter(({ isSecret }) => isSecret);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'tipstaff.yaml',
    description: 'Configuration of Tipstaff. All keys are optional.',
    type: ['object', 'null'],
    additionalProperties: false,
    properties: Object.fromEntries(documentedVariables.flatMap(properties)),
    allOf: secrets.map((variable) => ({
      not: { type: 'object', required: [keyOf(variable.name), fileKeyOf(variable)] },
    })),
  };
}

/** Formats a text as YAML comments in lines of at most 100 characters. */
const comment = (text: string): string => text.replaceAll(/(.{1,98})(?: |$)/g, '# $1\n').trimEnd();

const head = `# Configuration of Tipstaff. Remove the # before a key to set it. Each key can also be set as an environment variable,
# which takes precedence: log-level is TIPSTAFF_LOG_LEVEL. The variables for traces begin with OTEL_. Relative paths are
# relative to the folder of this file. "tipstaff config check" reports errors, and "tipstaff config show" shows the
# effective values.`;

/** Returns a configuration file in which every key is commented out, with its description and default. */
export function configurationExample(): string {
  const parts = documentedVariables.map((variable) => {
    const { name, isSecret } = variable;
    const lines = [comment(meaningInFile(variable)), `#${keyOf(name)}: ${defaultOf(variable)}`.trimEnd()];
    return [...lines, ...(isSecret ? [comment(secretFile(variable)), `#${fileKeyOf(variable)}:`] : [])].join('\n');
  });
  return `${[head, ...parts].join('\n\n')}\n`;
}
