// Test cases for each attribute of each group of settings.
import type { VocabularyName } from '../../src/config.ts';
import type { SettingsGroupDefinition } from '../../src/domains/instance/settings/group.ts';
import { sentenceCase } from '../../src/lib/text/text.ts';

type Attributes = Readonly<Record<string, unknown>>;

/** Accepted and refused values of an attribute. */
export interface AttributeCases {
  /** Initial value. */
  readonly initial?: unknown;
  /** Accepted values, beginning and ending with the limits. */
  readonly accepted: readonly unknown[];
  /** Refused values, each with the error detail. */
  readonly refused: readonly (readonly [value: unknown, detail: string])[];
  /** Whether `null` clears the attribute. Otherwise `null` changes nothing. */
  readonly canBeNull?: boolean;
  /** Whether responses never contain the attribute. */
  readonly isHidden?: boolean;
  /** Whether the attribute can only be read. */
  readonly isReadOnly?: boolean;
  readonly isSecret?: boolean;
  /** Attribute of which this one is an alias. */
  readonly of?: string;
  /** Name in the terraform vocabulary, if it differs. */
  readonly terraform?: string;
  /** The only vocabulary that contains the attribute. */
  readonly knownOnlyIn?: VocabularyName;
}

/** Sequence of changes to a record in its initial state, and the errors of the last change. */
export interface RecordCase {
  readonly what: string;
  /** Changes in order. All but the last are accepted. */
  readonly changes: readonly Attributes[];
  /** Errors of the last change, as attribute and detail; empty if it is accepted. */
  readonly refused: readonly (readonly [attribute: string, detail: string])[];
  readonly onlyIn?: VocabularyName;
}

/** Cases of a group. The type requires an entry for every attribute. */
export interface GroupCases<Declared extends SettingsGroupDefinition = SettingsGroupDefinition> {
  readonly group: Declared;
  readonly type: string;
  /** Id of the group in the terraform vocabulary, if it differs. */
  readonly terraform?: string;
  readonly attributes: { readonly [Name in keyof Declared['attributes']]: AttributeCases };
  readonly records: readonly RecordCase[];
}

/** Cases of a group in one vocabulary. */
export interface WordedCases {
  readonly id: string;
  readonly type: string;
  readonly attributes: readonly (readonly [name: string, cases: AttributeCases])[];
  readonly records: readonly RecordCase[];
}

/** Translates the cases of a group to a vocabulary, and leaves out those that belong only to the other vocabulary. */
export const worded = (table: GroupCases, vocabulary: VocabularyName): WordedCases => {
  const { group, type, terraform, records } = table;
  const every: readonly (readonly [string, AttributeCases])[] = Object.entries(table.attributes);
  const isHere = (only: VocabularyName | undefined): boolean => only === undefined || only === vocabulary;
  const own = new Map(every.map(([name, cases]) => [name, cases]));
  const nameOf = (name: string): string => (vocabulary === 'terraform' ? own.get(name)?.terraform : undefined) ?? name;
  const inWords = (attributes: Attributes): Attributes =>
    Object.fromEntries(Object.entries(attributes).map(([name, value]) => [nameOf(name), value]));
  const detailIn = (name: string, detail: string): string =>
    detail.replace(sentenceCase(name), sentenceCase(nameOf(name)));
  const casesIn = (name: string, { isHidden = false, refused, ...cases }: AttributeCases): AttributeCases => ({
    ...cases,
    refused: refused.map(([value, detail]) => [value, detailIn(name, detail)]),
    isHidden,
  });
  const id = vocabulary === 'terraform' ? (terraform ?? group.id) : group.id;
  return {
    id,
    type: terraform === undefined ? type : `${id}-settings`,
    attributes: every
      .filter(([, { knownOnlyIn }]) => isHere(knownOnlyIn))
      .map(([name, cases]) => [nameOf(name), casesIn(name, cases)]),
    records: records
      .filter(({ onlyIn }) => isHere(onlyIn))
      .map(({ what, changes, refused }) => ({
        what,
        changes: changes.map(inWords),
        refused: refused.map(([name, detail]) => [nameOf(name), detailIn(name, detail)]),
      })),
  };
};

const notBoolean = (label: string): AttributeCases['refused'] => [
  ['true', `${label} must be a JSON boolean`],
  [1, `${label} must be a JSON boolean`],
  [[], `${label} must be a JSON boolean`],
];

/** Returns the cases of a boolean attribute. */
export const switchCases = (label: string, initial: boolean): AttributeCases => ({
  initial,
  accepted: [!initial, initial],
  refused: notBoolean(label),
});

const badCharacter = 'includes a character that cannot be stored (U+0000 or half of a surrogate pair)';

/** Returns the cases of a nullable text attribute. */
export const textCases = (label: string, maxLength = 65_536): AttributeCases => ({
  initial: null,
  accepted: ['', 'ä 🙂 "quoted" \\ <b>&amp;</b>', 'x'.repeat(maxLength)],
  canBeNull: true,
  refused: [
    [5, `${label} must be a JSON string`],
    ['x'.repeat(maxLength + 1), `${label} is too long (maximum is ${maxLength} characters)`],
    ['a\0b', `${label} ${badCharacter}`],
    ['\ud800', `${label} ${badCharacter}`],
  ],
});

/** Returns the cases of an integer attribute with the minimum 1. */
export const countCases = (label: string, initial: number): AttributeCases => ({
  initial,
  accepted: [1, initial, 2_147_483_647],
  refused: [
    [0, `${label} must be greater than or equal to 1`],
    [2_147_483_648, `${label} must be less than or equal to 2147483647`],
    [1.5, `${label} must be a JSON integer`],
    ['60', `${label} must be a JSON integer`],
  ],
});

/** Cases of the behavior if an identity provider sends no groups. */
export const groupsAbsentCases: AttributeCases = {
  initial: 'refuse',
  accepted: ['none', 'refuse'],
  refused: ['', 'None', 1].map((each) => [each, 'Groups absent is not included in the list (refuse, none)'] as const),
};
