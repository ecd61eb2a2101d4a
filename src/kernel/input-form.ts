// The form in which policies get a plan, as lists, policies, policy sets and the command line name it.

/** The plan is `input.plan`, and the run is `input.run`. */
const defaultInputForm = 'plan';

/** The plan is the whole input, and there is no run. */
export const wholeInputForm = 'raw';

/** The key of the run, whatever the key of the plan is. */
const runKey = 'run';

/** `plan`, `raw`, or the key that the plan is under, such as `tfplan`: a name of letters, digits and `_`, other than `run`. */
export const inputFormPattern = `^(?!${runKey}$)[A-Za-z_][A-Za-z0-9_]*$`;

export const maxInputFormLength = 64;

export const inputFormRule = `must be "${defaultInputForm}", "${wholeInputForm}" or a key of the input, such as "tfplan": letters, digits and _, and not "${runKey}"`;

const form = new RegExp(inputFormPattern);

export const isInputForm = (text: string): boolean => text.length <= maxInputFormLength && form.test(text);

/** The form that counts, of those that are named from the nearest on. */
export const inputFormOf = (...named: readonly (string | null | undefined)[]): string =>
  named.find((each) => each !== null && each !== undefined) ?? defaultInputForm;
