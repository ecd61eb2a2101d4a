// Structure of the input document that policies get. It can be set for a policy list, a policy or a policy set, and on
// the command line.

/** Structure in which `input.plan` contains the plan and `input.run` the run. */
const defaultInputForm = 'plan';

/** Structure in which the plan is the whole input, and the run is omitted. */
export const wholeInputForm = 'raw';

/** Key of the run in the input, whatever key the plan has. */
const runKey = 'run';

/** Key of the policy set's parameters in the input. */
const parametersKey = 'parameters';

/**
 * Pattern for the name of an input form: `plan`, `raw`, or the key of the plan in the input, such as `tfplan`. A name
 * consists of letters, digits and `_`. The names `run` and `parameters` are reserved.
 */
export const inputFormPattern = `^(?!${runKey}$|${parametersKey}$)[A-Za-z_][A-Za-z0-9_]*$`;

export const maxInputFormLength = 64;

export const inputFormRule = `must be "${defaultInputForm}", "${wholeInputForm}" or a key of the input, such as "tfplan": letters, digits and _, and neither "${runKey}" nor "${parametersKey}"`;

const form = new RegExp(inputFormPattern);

export const isInputForm = (text: string): boolean => text.length <= maxInputFormLength && form.test(text);

/** Returns the first input form that is set, or else the default form. */
export const inputFormOf = (...named: readonly (string | null | undefined)[]): string =>
  named.find((each) => each !== null && each !== undefined) ?? defaultInputForm;
