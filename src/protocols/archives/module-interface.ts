// Inputs, outputs, providers and resources, as the JSON form of the language declares them.
import type { Json } from './hcl.ts';
import type { ModuleInput, ModuleInterface, ModuleOutput, RequiredProvider } from './module-contents.ts';
import { RefusedArchive } from './refused-archive.ts';

type Body = Readonly<Record<string, Json>>;

type Named<Value> = readonly [string, Value];

/** A file at the root, read. */
export interface ParsedFile {
  readonly name: string;
  readonly content: Json;
}

const isBody = (value: Json | undefined): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A block that stands alone may be written without a list. */
const bodiesOf = (value: Json | undefined): readonly Body[] => (Array.isArray(value) ? value : [value]).filter(isBody);

const members = (body: Body): readonly Named<Json>[] => Object.entries(body);

/** What blocks say, in all the places that speak of the same. */
type Attributes = ReadonlyMap<string, Json>;

const byName = ([one]: Named<unknown>, [other]: Named<unknown>): number => (one < other ? -1 : 1);

/** The blocks of one type by their labels; a later attribute replaces an earlier one, as override files require. */
const labelled = (files: readonly Body[], type: string): readonly Named<Attributes>[] => {
  const blocks = new Map<string, Map<string, Json>>();
  for (const [label, value] of files.flatMap((file) => bodiesOf(file[type])).flatMap(members)) {
    const attributes = blocks.get(label) ?? new Map<string, Json>();
    for (const [name, body] of bodiesOf(value).flatMap(members)) attributes.set(name, body);
    blocks.set(label, attributes);
  }
  return [...blocks].sort(byName);
};

/** In the JSON form, a text that is no template doubles the signs of one. */
const literal = (text: string): string => text.replaceAll('$${', '${').replaceAll('%%{', '%{');

const textOf = (value: Json | undefined): string | null => (typeof value === 'string' ? literal(value) : null);

/** What stands in the source as an expression. */
const expressionOf = (value: Json | undefined): string | null =>
  typeof value === 'string' ? value.replace(/^\$\{([\s\S]*)\}$/, '$1') : null;

/** On one line: what is nested deeply would grow with every level otherwise. */
const shownDefault = (value: Json): string =>
  JSON.stringify(value, (_, member: unknown) => (typeof member === 'string' ? literal(member) : member));

const isTrue = (value: Json | undefined): boolean => value === true || value === 'true';

const inputOf = ([name, attributes]: Named<Attributes>): ModuleInput => {
  const preset = attributes.get('default');
  const sensitive = isTrue(attributes.get('sensitive'));
  return {
    name,
    type: expressionOf(attributes.get('type')),
    description: textOf(attributes.get('description')),
    default: preset === undefined || sensitive ? null : shownDefault(preset),
    required: preset === undefined,
    sensitive,
  };
};

const outputOf = ([name, attributes]: Named<Attributes>): ModuleOutput => ({
  name,
  description: textOf(attributes.get('description')),
  sensitive: isTrue(attributes.get('sensitive')),
});

const providerOf = ([name, needs]: Named<Json>): RequiredProvider =>
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
  [...files.filter((file) => !isOverride(file)), ...files.filter(isOverride)].flatMap(({ content }) =>
    bodiesOf(content),
  );

/** More would be of no use, and costly to store and to show. */
const maxDeclared = 10_000;

const few = <Declared>(list: readonly Declared[]): readonly Declared[] => {
  if (list.length <= maxDeclared) return list;
  throw new RefusedArchive(`The module declares more than ${maxDeclared} of a kind. Split it.`);
};

/** Ignores what is not where the language expects it: the command line reports that. */
export const interfaceOf = (parsed: readonly ParsedFile[]): ModuleInterface => {
  const files = inTurn(parsed);
  const settings = files.flatMap((file) => bodiesOf(file.terraform));
  const providers = new Map(settings.flatMap((body) => bodiesOf(body.required_providers)).flatMap(members));
  const resources = new Set([...addresses(files, 'resource', ''), ...addresses(files, 'data', 'data.')]);
  return {
    inputs: few(labelled(files, 'variable')).map(inputOf),
    outputs: few(labelled(files, 'output')).map(outputOf),
    providers: few([...providers].sort(byName)).map(providerOf),
    resources: few([...resources].sort()),
    requiredVersion: textOf(settings.map((body) => body.required_version).findLast((value) => value !== undefined)),
  };
};
