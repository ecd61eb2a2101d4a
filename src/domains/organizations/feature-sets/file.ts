// The catalogue as operators write it: one JSON document, in the words of the vocabulary.
import { type TSchema, Type } from 'typebox';
import { invalid, type Problem } from '../../../jsonapi/errors.ts';
import { Exactly } from '../../../jsonapi/schema.ts';
import { validate } from '../../../jsonapi/validate.ts';
import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { newId } from '../../../lib/ids.ts';
import { recordOf } from '../../../lib/records.ts';
import { folded } from '../../../lib/text.ts';
import { type FeatureSet, wireName } from './attributes.ts';
import { shownMembers } from './schema.ts';

const maxSets = 100;
const operatorsMembers = { 'is-trial': Type.Boolean(), 'is-withdrawn': Type.Boolean() };

/** What can be set of a feature set, by its name in the file. */
export const settableMembers = (words: Vocabulary): Readonly<Record<string, TSchema>> =>
  Object.fromEntries(
    Object.entries({ ...shownMembers, ...operatorsMembers }).map(([name, schema]) => [wireName(words, name), schema]),
  );

const idSchema = Type.String({
  pattern: '^fs-[1-9A-HJ-NP-Za-km-z]{16}$',
  'x-detail': 'must be fs- and 16 letters and digits, or left out for a new one',
});

const fileSchema = (words: Vocabulary): TSchema => {
  const optional = { 'is-trial': Type.Optional(Type.Boolean()), 'is-withdrawn': Type.Optional(Type.Boolean()) };
  const set = Exactly({ ...settableMembers(words), ...optional, id: Type.Optional(idSchema) });
  return Exactly({ 'feature-sets': Type.Array(set, { maxItems: maxSets }) });
};

/** A feature set in a file, of which nothing is known for certain. */
type Entry = Readonly<Record<string, unknown>>;

/** The catalogue as a file holds it. */
export interface CatalogueFile {
  readonly 'feature-sets': readonly Entry[];
}

const memberNames = ['id', ...Object.keys(shownMembers), ...Object.keys(operatorsMembers)];

/** Writes a catalogue down. */
export const fileOf = (words: Vocabulary, catalogue: readonly FeatureSet[]): CatalogueFile => ({
  'feature-sets': catalogue.map((each) => {
    const values = new Map<string, unknown>(Object.entries(each));
    return Object.fromEntries(memberNames.map((name) => [wireName(words, name), values.get(name)]));
  }),
});

/** What a file is held against. */
export interface CatalogueRules {
  readonly words: Vocabulary;
  /** The catalogue that it is to replace. */
  readonly before: readonly FeatureSet[];
  /** The identifier of the plan that new organizations get. */
  readonly initialId: string;
}

const entriesIn = (value: unknown): readonly Entry[] => {
  const list: unknown = Reflect.get(Object(value), 'feature-sets');
  return Array.isArray(list) ? list.map((each: unknown) => ({ ...Object(each) })) : [];
};

/** An entry's own identifier, else that of the feature set that it names; undefined for a new one. */
const knownId = ({ before }: CatalogueRules, { id, identifier }: Entry): unknown =>
  id ?? before.find((each) => each.identifier === identifier)?.id;

/** The places of values that stand in the list before already. */
const repeats = (values: readonly unknown[]): readonly number[] =>
  values.flatMap((value, place) => (value !== undefined && values.indexOf(value) < place ? [place] : []));

const ruleProblems = (rules: CatalogueRules, entries: readonly Entry[]): readonly Problem[] => {
  const ids = entries.map((entry) => knownId(rules, entry));
  const names = entries.map(({ identifier }) => (typeof identifier === 'string' ? folded(identifier) : undefined));
  const initial = ids.indexOf(rules.initialId);
  const mustBeFalse = (name: string): readonly Problem[] => {
    if (entries[initial]?.[name] !== true) return [];
    const detail = `The plan of new organizations must have ${name} false`;
    return [{ pointer: `/feature-sets/${initial}/${name}`, detail }];
  };
  return [
    ...repeats(ids).map((place) => ({ pointer: `/feature-sets/${place}/id`, detail: 'Id has already been taken' })),
    ...repeats(names).map((place) => ({
      pointer: `/feature-sets/${place}/identifier`,
      detail: 'Identifier has already been taken',
    })),
    ...rules.before
      .filter(({ id }) => !ids.includes(id))
      .map(({ id, identifier }) => ({
        pointer: '/feature-sets',
        detail: `Feature sets must hold ${identifier} (${id}), which organizations may have; it can be withdrawn`,
      })),
    ...mustBeFalse('is-withdrawn'),
    ...mustBeFalse('is-trial'),
  ];
};

const featureSetFrom = (rules: CatalogueRules, entry: Entry): FeatureSet => {
  const values = { 'is-trial': false, 'is-withdrawn': false, ...entry };
  const id = knownId(rules, entry) ?? newId('fs');
  const read = (name: string): unknown => Reflect.get(values, wireName(rules.words, name));
  return recordOf(memberNames, (name) => (name === 'id' ? id : read(name)));
};

/**
 * The catalogue that a file is. Who is named by `id`, or else by identifier, keeps its identifier; what is new gets
 * one. Throws 422 with every fault and the JSON Pointer of each; no feature set may be missing.
 */
export const catalogueFrom = (rules: CatalogueRules, file: unknown): readonly FeatureSet[] => {
  const result = validate(fileSchema(rules.words), file);
  const entries = entriesIn(file);
  const schemaProblems = 'problems' in result ? result.problems : [];
  const problems = [...schemaProblems, ...ruleProblems(rules, entries)];
  if (problems.length > 0) throw invalid(...problems);
  return entries.map((entry) => featureSetFrom(rules, entry));
};
