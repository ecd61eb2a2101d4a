// Inputs, outputs, providers and resources, as the JSON form of the language declares them.
import type { Json } from './hcl.ts';
import type { ModuleInput, ModuleInterface, ModuleOutput, RequiredProvider } from './module-contents.ts';

type Body = Readonly<Record<string, Json>>;

/** A file at the root, read. */
export interface ParsedFile {
  readonly name: string;
  readonly content: Json;
}

const isBody = (value: Json | undefined): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A block that stands alone may be written without a list. */
const bodiesOf = (value: Json | undefined): readonly Body[] => (Array.isArray(value) ? value : [value]).filter(isBody);

const members = (body: Body): readonly (readonly [string, Json])[] => Object.entries(body);

/** Blocks of one name, later ones over earlier ones: so do override files. */
const labelled = (files: readonly Body[], type: string): readonly (readonly [string, Body])[] => {
  const found = new Map<string, Body>();
  for (const [label, value] of files.flatMap((file) => bodiesOf(file[type])).flatMap(members)) {
    for (const body of bodiesOf(value)) found.set(label, { ...found.get(label), ...body });
  }
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1));
};

/** In the JSON form, a text that is no template doubles the signs of one. */
const literal = (text: string): string => text.replaceAll('$${', '${').replaceAll('%%{', '%{');

const textOf = (value: Json | undefined): string | null => (typeof value === 'string' ? literal(value) : null);

/** What stands in the source as an expression. */
const expressionOf = (value: Json | undefined): string | null =>
  typeof value === 'string' ? value.replace(/^\$\{([\s\S]*)\}$/, '$1') : null;

const shownDefault = (value: Json): string =>
  JSON.stringify(value, (_, member: unknown) => (typeof member === 'string' ? literal(member) : member), 2);

const isTrue = (value: Json | undefined): boolean => value === true || value === 'true';

const inputOf = ([name, body]: readonly [string, Body]): ModuleInput => {
  const { type, description, default: preset, sensitive } = body;
  return {
    name,
    type: expressionOf(type),
    description: textOf(description),
    default: preset === undefined || isTrue(sensitive) ? null : shownDefault(preset),
    required: preset === undefined,
    sensitive: isTrue(sensitive),
  };
};

const outputOf = ([name, { description, sensitive }]: readonly [string, Body]): ModuleOutput => ({
  name,
  description: textOf(description),
  sensitive: isTrue(sensitive),
});

const providerOf = ([name, needs]: readonly [string, Json]): RequiredProvider =>
  isBody(needs)
    ? { name, source: textOf(needs.source), version: textOf(needs.version) }
    : { name, source: null, version: textOf(needs) };

const addresses = (files: readonly Body[], type: string, prefix: string): readonly string[] =>
  files
    .flatMap((file) => bodiesOf(file[type]))
    .flatMap(members)
    .flatMap(([kind, named]) =>
      bodiesOf(named).flatMap((body) => Object.keys(body).map((name) => `${prefix}${kind}.${name}`)),
    );

const isOverride = ({ name }: ParsedFile): boolean => /^(.*_)?override\.tf(\.json)?$/.test(name);

/** Files that override others come last, as they do for the command line. */
const inTurn = (files: readonly ParsedFile[]): readonly Body[] =>
  [...files.filter((file) => !isOverride(file)), ...files.filter(isOverride)]
    .map(({ content }) => content)
    .filter(isBody);

/** Whatever is not where the language has it is left out: the command line tells of that. */
export const interfaceOf = (parsed: readonly ParsedFile[]): ModuleInterface => {
  const files = inTurn(parsed);
  const settings = files.flatMap((file) => bodiesOf(file.terraform));
  const providers = settings.flatMap((body) => bodiesOf(body.required_providers)).flatMap(members);
  return {
    inputs: labelled(files, 'variable').map(inputOf),
    outputs: labelled(files, 'output').map(outputOf),
    providers: [...new Map(providers)].sort(([one], [other]) => (one < other ? -1 : 1)).map(providerOf),
    resources: [...new Set([...addresses(files, 'resource', ''), ...addresses(files, 'data', 'data.')])].sort(),
    requiredVersion: textOf(settings.map((body) => body.required_version).findLast((value) => value !== undefined)),
  };
};
