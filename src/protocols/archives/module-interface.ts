// Extracts inputs, outputs, providers and resources from the JSON form of HCL.
import { inLoadOrder } from '../configuration/files.ts';
import type { Json } from './hcl.ts';
import type { ModuleInterface, ModuleOutput, ModuleVariable, RequiredProvider } from './module-contents.ts';
import { RefusedArchive } from './refused-archive.ts';

/** Parsed file of the root folder. */
export interface ParsedFile {
  readonly name: string;
  readonly content: Json;
}

/** Returns a module's interface. Invalid declarations are ignored, because Terraform itself reports them. */
export function interfaceOf(parsed: readonly ParsedFile[]): ModuleInterface {
  const files = bodiesIn(parsed);
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
}

const bodiesIn = (files: readonly ParsedFile[]): readonly Body[] =>
  inLoadOrder(files).flatMap(({ content }) => bodiesOf(content));

type Body = Readonly<Record<string, Json>>;

/** Returns the blocks in a JSON value. A single block need not be in a list. */
const bodiesOf = (value: Json | undefined): readonly Body[] => (Array.isArray(value) ? value : [value]).filter(isBody);

const isBody = (value: Json | undefined): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const members = (body: Body): readonly Named<Json>[] => Object.entries(body);

type Named<Value> = readonly [string, Value];

const addresses = (files: readonly Body[], type: string, prefix: string): readonly string[] =>
  files
    .flatMap((file) => bodiesOf(file[type]))
    .flatMap(members)
    .flatMap(([kind, named]) =>
      bodiesOf(named).flatMap((body) => Object.keys(body).map((name) => `${prefix}${kind}.${name}`)),
    );

function few<Declared>(list: readonly Declared[]): readonly Declared[] {
  if (list.length <= maxDeclared) return list;
  throw new RefusedArchive(`The module declares more than ${maxDeclared} items of one type. Split the module.`);
}

/** Maximum number of declarations of each type. A larger number would be expensive to store and of no use on a page. */
const maxDeclared = 10_000;

/** Merges the blocks of a type by label. Later attributes replace earlier ones, as required for override files. */
function labelled(files: readonly Body[], type: string): readonly Named<Attributes>[] {
  const blocks = new Map<string, Map<string, Json>>();
  for (const [label, value] of files.flatMap((file) => bodiesOf(file[type])).flatMap(members)) {
    const attributes = blocks.get(label) ?? new Map<string, Json>();
    for (const [name, body] of bodiesOf(value).flatMap(members)) attributes.set(name, body);
    blocks.set(label, attributes);
  }
  return [...blocks].sort(byName);
}

/** Merged attributes of all blocks with the same label. */
type Attributes = ReadonlyMap<string, Json>;

const byName = ([one]: Named<unknown>, [other]: Named<unknown>): number => (one < other ? -1 : 1);

function inputOf([name, attributes]: Named<Attributes>): ModuleVariable {
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
}

const isTrue = (value: Json | undefined): boolean => value === true || value === 'true';

/** Returns an expression as it is written in the source. */
const expressionOf = (value: Json | undefined): string | null =>
  typeof value === 'string' ? value.replace(/^\$\{([\s\S]*)\}$/, '$1') : null;

const textOf = (value: Json | undefined): string | null => (typeof value === 'string' ? literal(value) : null);

/** Removes escapes from a text in the JSON form, in which `$${` and `%%{` represent `${` and `%{`. */
const literal = (text: string): string => text.replaceAll('$${', '${').replaceAll('%%{', '%{');

/** Formats a value on one line, because indentation would multiply the size of deeply nested values. */
const shownDefault = (value: Json): string =>
  JSON.stringify(value, (_, member: unknown) => (typeof member === 'string' ? literal(member) : member));

const outputOf = ([name, attributes]: Named<Attributes>): ModuleOutput => ({
  name,
  description: textOf(attributes.get('description')),
  sensitive: isTrue(attributes.get('sensitive')),
});

const providerOf = ([name, needs]: Named<Json>): RequiredProvider =>
  isBody(needs)
    ? { name, source: textOf(needs.source), version: textOf(needs.version) }
    : { name, source: null, version: textOf(needs) };
