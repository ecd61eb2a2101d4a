// Test cases for each attribute in each group of settings.
import type { VocabularyName } from '../../src/config.ts';
import type { SettingsGroupDefinition } from '../../src/domains/instance/settings/group.ts';
import { sentenceCase } from '../../src/lib/text/text.ts';

type Attributes = Readonly<Record<string, unknown>>;

/** Accepted and refused values of an attribute in a group of settings. */
export interface AttributeCases {
  /** Initial value. */
  readonly initial?: unknown;
  /** Accepted values. The first and the last are the lowest and the highest allowed value. */
  readonly accepted: readonly unknown[];
  /** Refused values, each with the `detail` of the expected error. */
  readonly refused: readonly (readonly [value: unknown, detail: string])[];
  /** Whether `null` clears the attribute. Otherwise `null` changes nothing. */
  readonly canBeNull?: boolean;
  /** Whether responses never contain the attribute. */
  readonly isHidden?: boolean;
  /** Whether the attribute can only be read. */
  readonly isReadOnly?: boolean;
  readonly isSecret?: boolean;
  /** Name of the attribute of which this attribute is an alias. */
  readonly of?: string;
  /** Name in the terraform vocabulary, if it differs from the neutral name. */
  readonly terraform?: string;
  /** The only vocabulary that contains the attribute. */
  readonly knownOnlyIn?: VocabularyName;
}

/** Sequence of changes to a settings record in its initial state, with the errors that the last change causes. */
export interface RecordCase {
  readonly what: string;
  /** Changes in order. The service accepts all of them except possibly the last. */
  readonly changes: readonly Attributes[];
  /** Errors that the last change causes, as attribute and error detail; empty if the service accepts the change. */
  readonly refused: readonly (readonly [attribute: string, detail: string])[];
  readonly onlyIn?: VocabularyName;
}

/** Test cases for a group of settings. The type requires an entry for every attribute. */
export interface GroupCases<Declared extends SettingsGroupDefinition = SettingsGroupDefinition> {
  readonly group: Declared;
  readonly type: string;
  /** Id of the group in the terraform vocabulary, if it differs from the neutral id. */
  readonly terraform?: string;
  readonly attributes: { readonly [Name in keyof Declared['attributes']]: AttributeCases };
  readonly records: readonly RecordCase[];
}

/** Test cases for a group of settings, in one vocabulary. */
export interface WordedCases {
  readonly id: string;
  readonly type: string;
  readonly attributes: readonly (readonly [name: string, cases: AttributeCases])[];
  readonly records: readonly RecordCase[];
}

/**
 * Translates the test cases for a group to a vocabulary, and leaves out cases that belong only to the other vocabulary.
 */
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

/** Returns the test cases for a boolean attribute. */
export const switchCases = (label: string, initial: boolean): AttributeCases => ({
  initial,
  accepted: [!initial, initial],
  refused: notBoolean(label),
});

const badCharacter = 'includes a character that cannot be stored (U+0000 or half of a surrogate pair)';

/** Returns the test cases for a nullable text attribute. */
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

/** Returns the test cases for an integer attribute whose minimum is 1. */
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

/** Test cases for the attribute that decides what happens if an identity provider sends no groups. */
export const groupsAbsentCases: AttributeCases = {
  initial: 'refuse',
  accepted: ['none', 'refuse'],
  refused: ['', 'None', 1].map((each) => [each, 'Groups absent is not included in the list (refuse, none)'] as const),
};
