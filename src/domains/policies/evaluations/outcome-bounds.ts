// Size limits of the outcomes of one evaluation. Pure. Every verdict is kept; what explains it, as far as the limit allows.
import { shortened } from '../../../lib/text/text.ts';
import { maxDescription } from '../applicable-sets/store.ts';
import type { Outcome, SetOutcome } from './outcomes.ts';

/** Maximum size of the outcomes of one evaluation, in bytes of JSON, so that one answer can have them all. */
export const usualLimit = 4 * 1_048_576;

/** Counterpart of `usualLimit` where the organization keeps too much already. */
export const scarceLimit = 262_144;

const maxQuery = 1_000;

/**
 * The outcomes within so many bytes. First what policies found and printed is left out, then what describes the policies; a
 * reason in `full` leaves out all that policies found. Verdicts stay, even where these alone take more.
 */
export function withinLimit(sets: readonly SetOutcome[], limit: number, full?: string): readonly SetOutcome[] {
  const described = withShortTexts(sets, limit);
  const all = described.flatMap(({ outcomes }) => outcomes);
  let left = limit - sum(described.map((set) => bytesOf({ ...set, outcomes: set.outcomes.map(verdictOnly) })));
  /** Number of outcomes, from the first on, that may have a longer form. Those after them are not even measured. */
  const fitting = (longer: Form, shorter: Form): number => {
    const end = all.findIndex((outcome) => {
      left -= bytesOf(longer(outcome)) - bytesOf(shorter(outcome));
      return left < 0;
    });
    return end === -1 ? all.length : end;
  };
  const explained = fitting((outcome) => withoutOutput(outcome, full), verdictOnly);
  const whole = full === undefined ? fitting((outcome) => outcome, withoutOutput) : 0;
  return mapOutcomes(described, (outcome, index) => {
    if (index < whole) return outcome;
    return index < explained ? withoutOutput(outcome, full) : verdictOnly(outcome);
  });
}

type Form = (outcome: Outcome) => Outcome;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

function mapOutcomes(
  sets: readonly SetOutcome[],
  map: (outcome: Outcome, index: number) => Outcome,
): readonly SetOutcome[] {
  let index = -1;
  const next = (outcome: Outcome): Outcome => {
    index += 1;
    return map(outcome, index);
  };
  return sets.map((set) => ({ ...set, outcomes: set.outcomes.map(next) }));
}

/** Which part of the limit the descriptions of sets may take. */
const describedShare = 1 / 4;

function withShortTexts(sets: readonly SetOutcome[], limit: number): readonly SetOutcome[] {
  let left = limit * describedShare;
  return sets.map(({ policy_set_description: description, outcomes, ...set }) => {
    const text = description && shortened(description, maxDescription);
    left -= bytesOf(text);
    return { ...set, policy_set_description: left < 0 && text ? '…' : text, outcomes: outcomes.map(withShortText) };
  });
}

const withShortText = (outcome: Outcome): Outcome => ({
  ...outcome,
  query: shortened(outcome.query, maxQuery),
  description: shortened(outcome.description, maxDescription),
});

/** The outcomes without output and prints; each that had some gives the reason. */
export const withoutOutputs = (sets: readonly SetOutcome[], reason: string): readonly SetOutcome[] =>
  mapOutcomes(sets, (outcome) => withoutOutput(outcome, reason));

const tooMuch = 'The output is left out, since the outputs of this evaluation are too large together.';

function withoutOutput(outcome: Outcome, reason = tooMuch): Outcome {
  const { output, exempted_output, prints, problems } = outcome;
  if (output.length + exempted_output.length + prints.length === 0) return outcome;
  return { ...outcome, output: [], exempted_output: [], prints: [], problems: [...problems, reason] };
}

/** The verdict of an outcome, without anything that explains it. */
const verdictOnly: Form = (outcome) => ({
  ...outcome,
  query: '',
  description: '',
  output: [],
  exemptions: [],
  exempted_output: [],
  external: outcome.external && { ...outcome.external, source: null },
  problems: ['Only the verdict is kept: the details of this evaluation are too large.'],
  prints: [],
  metadata: null,
});

/** Maximum number of notices of an evaluation, and their maximum bytes of JSON: a page shows those of a hundred evaluations. */
const [maxNotices, noticesLimit] = [200, 32_768];

const moreNotices = 'More notices were left out: see the outcomes.';

/** The first notices, and a last one where there are others. */
export function boundedNotices(notices: readonly string[]): readonly string[] {
  let left = noticesLimit;
  const isWithin = (notice: string, index: number): boolean => {
    left -= bytesOf(notice);
    return index < maxNotices && left >= 0;
  };
  const end = notices.findIndex((notice, index) => !isWithin(notice, index));
  return end === -1 ? notices : [...notices.slice(0, end), moreNotices];
}
