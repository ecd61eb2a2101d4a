// Sentences about policies whose verdict depends on values that are known only after apply.
import { isMandatory } from '../../kernel/enforcement-levels.ts';
import type { UnknownValueSetting } from '../../kernel/unknown-values.ts';
import { counted, shortened } from '../../lib/text/text.ts';
import type { UnknownAttribute, UnknownValues, Verdict } from './answers.ts';

/** Maximum number of attributes in a sentence, for attributes that the configuration sets and for all others. */
const [maxWritten, maxUnwritten] = [10, 3];

/** Maximum length in characters of each address, path or reference in a sentence. */
const maxPart = 200;

/** Whether a verdict depends on unknown values, or may depend on them because they were not examined completely. */
export const dependsOnUnknown = ({ count, 'is-complete': isComplete }: UnknownValues): boolean =>
  count > 0 || !isComplete;

/**
 * Returns the notice about a policy whose verdict depends on unknown values, or whose unknown values were not examined
 * completely. Returns undefined for any other policy.
 */
export function unknownSentence(policy: string, status: Verdict['status'], unknown: UnknownValues): string | undefined {
  if (!dependsOnUnknown(unknown)) return undefined;
  const isComplete = unknown['is-complete'];
  const begin = `${policy} ${status}, ${status === 'passed' ? 'but' : 'and'}`;
  if (unknown.count === 0) return `${begin} its unknown values were not examined completely.`;
  const sentence = `${begin} depends on ${unknownAttributes(unknown)}.`;
  return isComplete ? sentence : `${sentence} Its unknown values were not examined completely.`;
}

/**
 * Whether the verdict of a mandatory policy does not count, because it depends on values that are known only after
 * apply. Attributes that `depends-on` does not name are assumed to be set in the configuration.
 */
export function isUndecided(
  setting: UnknownValueSetting,
  { 'depends-on': attributes, count, 'is-complete': isComplete }: UnknownValues,
): boolean {
  if (setting === 'notice') return false;
  const isSet = count > attributes.length || attributes.some(({ written }) => written);
  return !isComplete || (setting === 'fail' ? isSet : count > 0);
}

/**
 * Returns the problem of a policy whose verdict does not count because of unknown values. Undefined if the verdict
 * counts, as it always does for advisory policies and in shadow mode.
 */
export const problemOfUndecided = (
  setting: UnknownValueSetting,
  { level, isShadow }: { readonly level: string; readonly isShadow: boolean },
  unknown: UnknownValues | null | undefined,
): string | undefined =>
  unknown && !isShadow && isMandatory(level) && isUndecided(setting, unknown) ? undecidedProblem(unknown) : undefined;

/**
 * Returns the problem of a policy whose verdict does not count because of unknown values, and what its users can do
 * about it.
 */
export function undecidedProblem({ 'is-complete': isComplete, ...unknown }: UnknownValues): string {
  const reasons = [
    ...(unknown.count === 0 ? [] : [`it depends on ${unknownAttributes(unknown)}`]),
    ...(isComplete ? [] : ['its unknown values were not examined completely']),
  ];
  const [name = 'acl'] = /^\w+/.exec(unknown['depends-on'][0]?.attribute ?? '') ?? [];
  return `The policy has no verdict, because ${reasons.join(', and ')}. Evaluate a new plan once these values are known, or change the policy: check after_unknown.${name}, or add the annotation "custom: {unknown: {${name}: ignore}}".`;
}

/**
 * Returns the reason why the verdict of a policy says nothing about the original plan of a recorded input; undefined if
 * the verdict depends on no masked value.
 */
export function maskedSentence(masked: UnknownValues): string | undefined {
  if (!dependsOnUnknown(masked)) return undefined;
  const { 'depends-on': attributes, count } = masked;
  if (count === 0)
    return 'Whether the verdict depends on masked values of the recorded input was not examined completely.';
  const isOneOf = attributes.some(({ how }) => how === 'one-of');
  const values = `${isOneOf ? 'at least one of these ' : ''}values that are masked in the recorded input`;
  return `The verdict depends on ${values}: ${listed(attributes, maxWritten, count - attributes.length)}.`;
}

/** Describes the attributes, such as `values known after apply: aws_s3_bucket.b (acl, from aws_kms_key.k.key_id)`. */
function unknownAttributes({ 'depends-on': attributes, count }: Omit<UnknownValues, 'is-complete'>): string {
  // The attributes are omitted from stored outcomes that would be too large with them.
  if (attributes.length === 0) return `${counted(count, 'value')} known after apply`;
  const written = attributes.filter((each) => each.written);
  const unwritten = attributes.filter((each) => !each.written);
  const isOneOf = attributes.some(({ how }) => how === 'one-of');
  const values = `${isOneOf ? 'at least one of these ' : ''}values known after apply`;
  // The engine names only the first attributes. Attributes that it does not name are counted at the end of the last
  // list.
  const unnamed = count - attributes.length;
  const computed = listed(unwritten, maxUnwritten, unnamed);
  if (written.length === 0) return `${values} that the configuration does not set: ${computed}`;
  const set = listed(written, maxWritten, unwritten.length === 0 ? unnamed : 0);
  return unwritten.length === 0
    ? `${values}: ${set}`
    : `${values}: ${set}, and values that the configuration does not set: ${computed}`;
}

function listed(attributes: readonly UnknownAttribute[], max: number, unnamed: number): string {
  const left = Math.max(0, attributes.length - max) + unnamed;
  const names = attributes.slice(0, max).map(attributeText).join(', ');
  return left === 0 ? names : `${names} and ${left} more`;
}

function attributeText({ address, attribute, from }: UnknownAttribute): string {
  const details = [attribute, from === undefined ? '' : `from ${shortened(from, maxPart)}`];
  const text = details.map((each) => shortened(each, maxPart)).filter((each) => each !== '');
  const name = shortened(address, maxPart);
  return text.length === 0 ? name : `${name} (${text.join(', ')})`;
}
