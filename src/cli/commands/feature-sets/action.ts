import {
  catalogueOf,
  editCatalogue,
  type FeatureSet,
  fileOf,
  settableAttributes,
} from '../../../domains/organizations/commands.ts';
import { ApiError, invalid } from '../../../jsonapi/errors.ts';
import { asOperator, type CommandContext } from '../../data/as-operator.ts';
import { CommandFailed, type Output, UsageError } from '../../terminal/command.ts';
import { contentOf } from '../../terminal/file.ts';
import { parsedJson, refusalsAsUsage } from '../../terminal/input.ts';
import { keyAndValue } from '../../terminal/key-value.ts';
import { aligned } from '../../terminal/output.ts';
import { terminalJson } from '../../terminal/terminal-text.ts';

const number = (limit: number | null): string => (limit === null ? '-' : String(limit));

const statusOf = (each: FeatureSet): string => {
  if (each['is-withdrawn']) return 'withdrawn';
  return each['is-trial'] ? 'trial' : 'offered';
};

const overview = ({ context }: CommandContext, catalogue: readonly FeatureSet[]): Output => {
  const head = ['IDENTIFIER', 'NAME', 'STATUS', 'POLICIES', 'MANDATORY', 'SETS', 'VERSIONED', 'USERS', 'ID'];
  const rows = catalogue.map((each) => [
    each.identifier,
    each.name,
    statusOf(each),
    number(each['policy-limit']),
    number(each['policy-mandatory-enforcement-limit']),
    number(each['policy-set-limit']),
    number(each['versioned-policy-set-limit']),
    number(each['user-limit']),
    each.id,
  ]);
  return { text: aligned([head, ...rows]), json: fileOf(context.vocabulary, catalogue) };
};

export const list = asOperator(async (session) => overview(session, catalogueOf(session.context)));

export const exporting = asOperator(async ({ context }) => {
  const json = fileOf(context.vocabulary, catalogueOf(context));
  return { text: terminalJson(json), json };
});

/** Adds the JSON Pointer of each invalid value to its error message. */
const located = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw invalid(
      ...error.problems.map(({ code, pointer, detail }) => ({ code, detail: `${pointer || '/'}: ${detail}` })),
    );
  }
};

export const importing = asOperator(async (session, { subject }, terminal) => {
  const file = parsedJson(await contentOf(terminal, subject));
  if (file === undefined) throw new CommandFailed(`${subject === '-' ? 'Standard input' : subject} is not JSON.`);
  const { context, actor } = session;
  return overview(session, await located(editCatalogue(context, actor, () => file)));
});

/** Changes attributes of one feature set. The result is validated as part of the whole catalogue. */
const edit = async (session: CommandContext, identifier: string, members: Readonly<Record<string, unknown>>) => {
  const { context, actor } = session;
  const catalogue = await editCatalogue(context, actor, (file) => {
    const all = file['feature-sets'];
    if (!all.some((each) => each.identifier === identifier)) {
      const known = all.map((each) => String(each.identifier)).join(', ');
      throw new UsageError(`There is no feature set ${identifier}. The feature sets are ${known}.`);
    }
    return { 'feature-sets': all.map((each) => (each.identifier === identifier ? { ...each, ...members } : each)) };
  });
  return overview(session, catalogue);
};

export const set = asOperator(async (session, { subject, others }) => {
  const schemas = new Map(Object.entries(settableAttributes(session.context.vocabulary)));
  const otherwise = '"tipstaff feature-sets export" lists the attributes';
  if (others.length === 0) throw new UsageError('Name an attribute to set, such as policy-limit=20.');
  const assignments = others.map((word) => keyAndValue(word, { schemas, otherwise }));
  return refusalsAsUsage(edit(session, subject, Object.fromEntries(assignments)));
});

export const withdraw = asOperator((session, { subject }) => edit(session, subject, { 'is-withdrawn': true }));
