// Catalogue file that operators edit. It is one JSON document with the attribute names of the configured vocabulary.
import { type TSchema, Type } from 'typebox';
import { type Problem, problemAt, requireNone } from '../../../jsonapi/errors.ts';
import { Exactly } from '../../../jsonapi/schema.ts';
import { validate } from '../../../jsonapi/validate.ts';
import { attributeIn, type Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { newId } from '../../../kernel/ids.ts';
import { recordOf } from '../../../lib/functions/records.ts';
import { folded } from '../../../lib/text/text.ts';
import type { FeatureSet } from './attributes.ts';
import { shownAttributes } from './schema.ts';

const maxSets = 100;
const operatorAttributes = { 'is-trial': Type.Boolean(), 'is-withdrawn': Type.Boolean() };
const attributeNames = ['id', ...Object.keys(shownAttributes), ...Object.keys(operatorAttributes)];

/** Feature set in a catalogue file that has not been validated yet. */
type Entry = Readonly<Record<string, unknown>>;

export interface CatalogueFile {
  readonly 'feature-sets': readonly Entry[];
}

/** Returns a stored catalogue in the form of a catalogue file. */
export function fileOf(words: Vocabulary, catalogue: readonly FeatureSet[]): CatalogueFile {
  const entryOf = (featureSet: FeatureSet): Entry => {
    const values = new Map<string, unknown>(Object.entries(featureSet));
    return Object.fromEntries(attributeNames.map((name) => [attributeIn(words, name), values.get(name)]));
  };
  return { 'feature-sets': catalogue.map(entryOf) };
}

/** Information that is needed to validate a catalogue file. */
export interface CatalogueRules {
  readonly words: Vocabulary;
  /** Current catalogue, which the file will replace. */
  readonly before: readonly FeatureSet[];
  /** Identifier of the feature set that new organizations get. */
  readonly initialId: string;
}

/**
 * Returns the catalogue that a file describes. An entry whose `id` or `identifier` matches an existing feature set
 * keeps the identifier of this feature set. Any other entry gets a new identifier. The file must contain every existing
 * feature set. Throws 422 with all problems and their JSON Pointers.
 */
export function catalogueFrom(rules: CatalogueRules, file: unknown): readonly FeatureSet[] {
  const result = validate(fileSchema(rules.words), file);
  const entries = entriesIn(file);
  const schemaProblems = 'problems' in result ? result.problems : [];
  requireNone([...schemaProblems, ...ruleProblems(rules, entries)]);
  return entries.map((entry) => featureSetFrom(rules, entry));
}

/** Returns the schemas of the attributes that a file can set. The keys are the attribute names in the vocabulary. */
export function settableAttributes(words: Vocabulary): Readonly<Record<string, TSchema>> {
  const attributes = Object.entries({ ...shownAttributes, ...operatorAttributes });
  return Object.fromEntries(attributes.map(([name, schema]) => [attributeIn(words, name), schema]));
}

const idSchema = Type.String({
  pattern: '^fs-[1-9A-HJ-NP-Za-km-z]{16}$',
  'x-detail': 'must be fs- followed by 16 letters and digits, or absent for a new feature set',
});

function fileSchema(words: Vocabulary): TSchema {
  const optional = { 'is-trial': Type.Optional(Type.Boolean()), 'is-withdrawn': Type.Optional(Type.Boolean()) };
  const set = Exactly({ ...settableAttributes(words), ...optional, id: Type.Optional(idSchema) });
  return Exactly({ 'feature-sets': Type.Array(set, { maxItems: maxSets }) });
}

function entriesIn(file: unknown): readonly Entry[] {
  const list: unknown = Reflect.get(Object(file), 'feature-sets');
  return Array.isArray(list) ? list.map((each: unknown) => ({ ...Object(each) })) : [];
}

function ruleProblems(rules: CatalogueRules, entries: readonly Entry[]): readonly Problem[] {
  const ids = entries.map((entry) => knownId(rules, entry));
  const names = entries.map(({ identifier }) => (typeof identifier === 'string' ? folded(identifier) : undefined));
  const missing = rules.before.filter(({ id }) => !ids.includes(id));
  const initial = ids.indexOf(rules.initialId);
  return [
    ...repeats(ids).map((index) => problemAt(`/feature-sets/${index}/id`, 'taken', 'Id has already been taken')),
    ...repeats(names).map((index) =>
      problemAt(`/feature-sets/${index}/identifier`, 'taken', 'Identifier has already been taken'),
    ),
    ...missing.map(({ id, identifier }) =>
      problemAt(
        '/feature-sets',
        'invalid',
        `Feature sets must include ${identifier} (${id}), because organizations can have this feature set: set is-withdrawn instead of removing the feature set`,
      ),
    ),
    ...['is-withdrawn', 'is-trial']
      .filter((name) => entries[initial]?.[name] === true)
      .map((name) =>
        problemAt(
          `/feature-sets/${initial}/${name}`,
          'invalid',
          `The feature set that new organizations get must have ${name} set to false`,
        ),
      ),
  ];
}

/**
 * Returns the `id` of an entry or, if it has none, the `id` of the existing feature set with the same `identifier`.
 * Undefined for a new feature set.
 */
const knownId = ({ before }: CatalogueRules, { id, identifier }: Entry): unknown =>
  id ?? before.find((each) => each.identifier === identifier)?.id;

/** Returns the indexes of values that also occur earlier in the list. */
const repeats = (values: readonly unknown[]): readonly number[] =>
  values.flatMap((value, index) => (value !== undefined && values.indexOf(value) < index ? [index] : []));

function featureSetFrom(rules: CatalogueRules, entry: Entry): FeatureSet {
  const values = { 'is-trial': false, 'is-withdrawn': false, ...entry };
  const id = knownId(rules, entry) ?? newId('fs');
  const read = (name: string): unknown => Reflect.get(values, attributeIn(rules.words, name));
  return recordOf(attributeNames, (name) => (name === 'id' ? id : read(name)));
}
