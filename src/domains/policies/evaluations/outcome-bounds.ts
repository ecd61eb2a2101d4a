// Limits the size of an evaluation's outcomes. All functions are pure. All verdicts are kept; other details are kept
// only as far as the limit allows.
import { shortened } from '../../../lib/text/text.ts';
import { maxDescription } from '../applicable-sets/store.ts';
import type { Outcome, SetOutcome } from './outcomes.ts';

/**
 * Maximum size of the outcomes of one evaluation in bytes of JSON, so that one API response can contain all of them.
 */
export const usualLimit = 4 * 1_048_576;

/** Maximum size of the outcomes of one evaluation if the organization has used up its storage limit. */
export const scarceLimit = 262_144;

const maxQuery = 1_000;

/**
 * Shortens outcomes to at most `limit` bytes of JSON. The output and prints of policies are removed first, then the
 * policies' descriptions. Verdicts are always kept, even if they exceed the limit. If `full` is given, all output is
 * removed and `full` is shown as the reason.
 */
export function withinLimit(sets: readonly SetOutcome[], limit: number, full?: string): readonly SetOutcome[] {
  const described = withShortTexts(sets, limit);
  const all = described.flatMap(({ outcomes }) => outcomes);
  let left = limit - sum(described.map((set) => bytesOf({ ...set, outcomes: set.outcomes.map(verdictOnly) })));
  /**
   * Returns how many outcomes, starting with the first, can have the longer form within the rest of the limit. All
   * later outcomes must have the shorter form.
   */
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

/** Maximum fraction of the size limit that set descriptions may use. */
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

/** Removes output and prints. If an outcome had output or prints, the reason is added to its problems. */
export const withoutOutputs = (sets: readonly SetOutcome[], reason: string): readonly SetOutcome[] =>
  mapOutcomes(sets, (outcome) => withoutOutput(outcome, reason));

const tooMuch = 'The output was left out, because the total output of this evaluation is too large.';

function withoutOutput(outcome: Outcome, reason = tooMuch): Outcome {
  const { output, exempted_output, old_output, prints, problems } = outcome;
  const short = withoutAttributes(outcome);
  if (output.length + exempted_output.length + old_output.length + prints.length === 0) return short;
  const lists = { output: [], exempted_output: [], old_output: [], prints: [] };
  return { ...short, ...lists, problems: [...problems, reason] };
}

/**
 * Removes the names of the unknown attributes but keeps their number. Also removes everything that refers to single
 * findings: the reasons why they are new, their keys and their approvals.
 */
const withoutAttributes: Form = ({
  depends_on_unknown: unknown,
  new_reasons: _,
  keys: __,
  approvals: ___,
  ...outcome
}) => ({
  ...outcome,
  ...(unknown !== undefined && { depends_on_unknown: unknown && { ...unknown, 'depends-on': [] } }),
});

/** Reduces an outcome to its verdict and removes all details. */
const verdictOnly: Form = (outcome) => ({
  ...withoutAttributes(outcome),
  query: '',
  description: '',
  output: [],
  exemptions: [],
  exempted_output: [],
  old_output: [],
  external: outcome.external && { ...outcome.external, source: null },
  problems: ['Only the verdict was kept, because the details are too large.'],
  prints: [],
  metadata: null,
});

/**
 * Maximum number of notices per evaluation, and their maximum total size in bytes of JSON. These limits are low because
 * a list page contains the notices of a hundred evaluations.
 */
const [maxNotices, noticesLimit] = [200, 32_768];

const moreNotices = 'Some notices were left out. See the outcomes of the evaluation.';

/** Returns the notices up to the limits. If any were left out, a notice that says so is added. */
export function boundedNotices(notices: readonly string[]): readonly string[] {
  let left = noticesLimit;
  const isWithin = (notice: string, index: number): boolean => {
    left -= bytesOf(notice);
    return index < maxNotices && left >= 0;
  };
  const end = notices.findIndex((notice, index) => !isWithin(notice, index));
  return end === -1 ? notices : [...notices.slice(0, end), moreNotices];
}
