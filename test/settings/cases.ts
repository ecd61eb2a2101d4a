// Test cases for each attribute of each group of settings.
import type { VocabularyName } from '../../src/config.ts';
import type { Group } from '../../src/domains/instance/settings/group.ts';
import { sentenceCase } from '../../src/lib/text/text.ts';

type Attributes = Readonly<Record<string, unknown>>;

/** Cases of an attribute: the values that it takes, and those that it does not. */
export interface AttributeCases {
  /** The value before anything is set. */
  readonly initial?: unknown;
  /** Values that it takes, edges first and last. */
  readonly accepted: readonly unknown[];
  /** Values that it does not take, each with what is said of it. */
  readonly refused: readonly (readonly [value: unknown, detail: string])[];
  /** True if `null` clears it; else `null` changes nothing. */
  readonly canBeNull?: boolean;
  /** True if no answer shows it. */
  readonly isHidden?: boolean;
  /** True if it can only be read. */
  readonly isReadOnly?: boolean;
  readonly isSecret?: boolean;
  /** The attribute that it is a second name of. */
  readonly of?: string;
  /** Its name in the terraform vocabulary, where that is another. */
  readonly terraform?: string;
  /** The only vocabulary in which it is known. */
  readonly knownOnlyIn?: VocabularyName;
}

/** A change of a record that begins as it is at first, and where it breaks what rules. */
export interface RecordCase {
  readonly what: string;
  /** Each is sent alone; all but the last are accepted. */
  readonly changes: readonly Attributes[];
  /** Errors that refuse the last change: attribute and detail. None: it is taken. */
  readonly refused: readonly (readonly [attribute: string, detail: string])[];
  readonly onlyIn?: VocabularyName;
}

/** A case for every attribute: one without does not compile. */
export interface GroupCases<Declared extends Group = Group> {
  readonly group: Declared;
  readonly type: string;
  /** The group's identifier in the terraform vocabulary, where that is another. */
  readonly terraform?: string;
  readonly attributes: { readonly [Name in keyof Declared['attributes']]: AttributeCases };
  readonly records: readonly RecordCase[];
}

/** The cases of a group in the words of one vocabulary. */
export interface WordedCases {
  readonly id: string;
  readonly type: string;
  readonly attributes: readonly (readonly [name: string, cases: AttributeCases])[];
  readonly records: readonly RecordCase[];
}

/** Says the cases of a group in the words of a vocabulary; those of another are left out. */
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

/** The cases of every switch. */
export const switchCases = (label: string, initial: boolean): AttributeCases => ({
  initial,
  accepted: [!initial, initial],
  refused: notBoolean(label),
});

const badCharacter = 'includes a character that cannot be stored (U+0000 or half of a surrogate pair)';

/** The cases of every free text that can be null. */
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

/** Cases of a whole number from 1. */
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

/** Cases of what happens if an identity provider sends no groups. */
export const groupsAbsentCases: AttributeCases = {
  initial: 'refuse',
  accepted: ['none', 'refuse'],
  refused: ['', 'None', 1].map((each) => [each, 'Groups absent is not included in the list (refuse, none)'] as const),
};
