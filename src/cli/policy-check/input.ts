// Reads the input documents for the policies in a folder, as selected by the command-line options.
import { inputFormRule, isInputForm, wholeInputForm } from '../../kernel/input-form.ts';
import type { checkCommands } from '../commands/check/command.ts';
import { NotChecked, type OptionsOf, type Terminal, UsageError } from '../terminal/command.ts';
import type { CheckInput } from './check.ts';
import { nameOf, readDocument, readPlan } from './plan-file.ts';
import { namedFiles } from './plan-names.ts';

interface InputOptions
  extends Pick<OptionsOf<typeof checkCommands.check>, 'run' | 'input' | 'combine' | 'parameters' | 'state'> {
  readonly plans: readonly string[];
}

/** An input document that is read only when it is needed. */
export interface NamedInput {
  /** Name of the plan file, or the names of all files that were combined. */
  readonly plan: string;
  /** Path of the plan file, or `-` for standard input. Undefined if several files are combined. */
  readonly path?: string;
  readonly read: () => Promise<CheckInput>;
}

/**
 * Returns the input documents in the order in which they are evaluated. Throws `UsageError` for options that cannot be
 * combined.
 */
export async function inputsOf(terminal: Terminal, options: InputOptions): Promise<readonly NamedInput[]> {
  requireFitting(options);
  const plans = await plansOf(options.plans);
  if (options.combine) return [{ plan: namesOf(plans), read: () => combined(terminal, plans) }];
  return plans.map((plan) => ({ plan: nameOf(plan), path: plan, read: () => inputOf(terminal, plan, options) }));
}

const namesOf = (plans: readonly string[]): string => plans.map(nameOf).join(', ');

/** Returns the paths of the plan files. */
export async function plansOf(words: readonly string[]): Promise<readonly string[]> {
  const plans = await namedFiles(words);
  if (plans.length > 1 && plans.includes('-'))
    throw new UsageError('Standard input is one plan: it cannot be combined with other plans.');
  return plans;
}

function requireFitting({ run, input, combine, parameters, state }: InputOptions): void {
  if (input !== undefined && !isInputForm(input)) throw new UsageError(`--input ${inputFormRule}.`);
  if (combine && input !== undefined && input !== wholeInputForm) {
    throw new UsageError(`--combine makes one input from all files: leave out --input ${input}.`);
  }
  if (combine && state)
    throw new UsageError('--state and --combine cannot be combined: --state makes one plan of each file.');
  if (combine && parameters !== undefined) {
    throw new UsageError(
      '--parameters and --combine cannot be combined: the combined input is a list, which has no member for parameters.',
    );
  }
  if (run === undefined) return;
  if (combine) throw new UsageError('--run and --combine cannot be combined: --run describes the run of one plan.');
  if (input === wholeInputForm) {
    throw new UsageError(
      `--run describes the run of a plan: with --input ${wholeInputForm}, add the run to the document.`,
    );
  }
}

async function inputOf(terminal: Terminal, plan: string, { run, input, state }: InputOptions): Promise<CheckInput> {
  return {
    input: {
      plan: await readPlan(terminal, plan, state),
      ...(run !== undefined && { run: await readDocument(terminal, run) }),
    },
    files: { plan: nameOf(plan), ...(run !== undefined && { run }) },
    form: input ?? null,
    source: state ? 'state' : 'plan',
  };
}

/** Combines all files into one input document. It is a list of objects with the members `path` and `contents`. */
async function combined(terminal: Terminal, plans: readonly string[]): Promise<CheckInput> {
  const pieces: Uint8Array[] = [];
  for (const [index, plan] of plans.entries()) {
    const contents = await readDocument(terminal, plan);
    requireJson(nameOf(plan), contents);
    const head = `${index === 0 ? '[' : ','}{"path":${JSON.stringify(nameOf(plan))},"contents":`;
    pieces.push(Buffer.from(head), contents, Buffer.from('}'));
  }
  return {
    input: { plan: Buffer.concat([...pieces, Buffer.from(']')]) },
    files: { plan: namesOf(plans) },
    form: wholeInputForm,
    source: 'plan',
  };
}

/**
 * Throws `NotChecked` if the text is not valid JSON. Otherwise a document could end the combined list early and change
 * the other documents.
 */
function requireJson(name: string, bytes: Uint8Array): void {
  try {
    JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    throw new NotChecked(`${name} is not valid JSON.`);
  }
}
