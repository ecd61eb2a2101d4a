// Structure of the input document that policies get. Lists, policies, policy sets and the command line can set it.

/** The plan is `input.plan`, and the run is `input.run`. */
const defaultInputForm = 'plan';

/** The plan is the whole input, without a run. */
export const wholeInputForm = 'raw';

/** Key of the run in the input, for any key of the plan. */
const runKey = 'run';

/**
 * Either `plan`, `raw`, or the key of the plan in the input, such as `tfplan`: letters, digits and `_`, but not `run`.
 */
export const inputFormPattern = `^(?!${runKey}$)[A-Za-z_][A-Za-z0-9_]*$`;

export const maxInputFormLength = 64;

export const inputFormRule = `must be "${defaultInputForm}", "${wholeInputForm}" or a key of the input, such as "tfplan": letters, digits and _, and not "${runKey}"`;

const form = new RegExp(inputFormPattern);

export const isInputForm = (text: string): boolean => text.length <= maxInputFormLength && form.test(text);

/** Returns the first form that is set, or else the default. Forms are given in descending order of precedence. */
export const inputFormOf = (...named: readonly (string | null | undefined)[]): string =>
  named.find((each) => each !== null && each !== undefined) ?? defaultInputForm;
