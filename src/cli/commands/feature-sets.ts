import type { FeatureSet } from '../../domains/organizations/index.ts';
import { assignment } from '../assignment.ts';
import { actingCommand, type CommandContext, CommandFailed, type Output, UsageError } from '../command.ts';
import { contentOf } from '../file.ts';

const named = ['identifier', 'its identifier, such as plus'] as const;

const number = (limit: number | null): string => (limit === null ? '-' : String(limit));

const statusOf = (each: FeatureSet): string => {
  if (each['is-withdrawn']) return 'withdrawn';
  return each['is-trial'] ? 'trial' : 'offered';
};

const overview = async ({ context }: CommandContext, catalogue: readonly FeatureSet[]): Promise<Output> => {
  const { fileOf } = await import('../../domains/organizations/index.ts');
  const { aligned } = await import('../output.ts');
  const head = ['IDENTIFIER', 'NAME', 'STANDING', 'POLICIES', 'MANDATORY', 'SETS', 'VERSIONED', 'USERS', 'ID'];
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

const list = actingCommand({
  name: 'feature-sets list',
  description: 'show the pricing plans with the limits that hold here; - is no limit',
  act: async (session) => {
    const { catalogueOf } = await import('../../domains/organizations/index.ts');
    return overview(session, catalogueOf(session.context));
  },
});

const exporting = actingCommand({
  name: 'feature-sets export',
  description: 'print the catalogue as the JSON document that import takes',
  act: async ({ context }) => {
    const { catalogueOf, fileOf } = await import('../../domains/organizations/index.ts');
    const json = fileOf(context.vocabulary, catalogueOf(context));
    return { text: JSON.stringify(json, null, 2), json };
  },
});

/** Tells of every fault of a file where it is. */
const located = async <Result>(work: Promise<Result>): Promise<Result> => {
  const { ApiError, invalid } = await import('../../jsonapi/errors.ts');
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw invalid(...error.problems.map(({ pointer, detail }) => ({ detail: `${pointer || '/'}: ${detail}` })));
  }
};

const importing = actingCommand({
  name: 'feature-sets import',
  description: 'replace the catalogue by that of a file; a running service follows within a second',
  argument: ['file', 'a JSON document as export prints it, or - for standard input'],
  act: async (session, { subject }) => {
    const { editCatalogue } = await import('../../domains/organizations/index.ts');
    const { parsedJson } = await import('../input.ts');
    const file = parsedJson(await contentOf(subject));
    if (file === undefined) throw new CommandFailed(`${subject === '-' ? 'Standard input' : subject} is no JSON.`);
    const { context, actor } = session;
    return overview(session, await located(editCatalogue(context, actor, () => file)));
  },
});

/** Changes members of one feature set, by the rules of the whole catalogue. */
const edit = async (session: CommandContext, identifier: string, members: Readonly<Record<string, unknown>>) => {
  const { editCatalogue } = await import('../../domains/organizations/index.ts');
  const { context, actor } = session;
  const catalogue = await editCatalogue(context, actor, (file) => {
    const all = file['feature-sets'];
    if (!all.some((each) => each.identifier === identifier)) {
      const known = all.map((each) => String(each.identifier)).join(', ');
      throw new UsageError(`There is no feature set ${identifier}; there are ${known}.`);
    }
    return { 'feature-sets': all.map((each) => (each.identifier === identifier ? { ...each, ...members } : each)) };
  });
  return overview(session, catalogue);
};

const set = actingCommand({
  name: 'feature-sets set',
  description: 'change a pricing plan; a running service follows within a second',
  argument: named,
  others: ['name=value', 'what to set, such as policy-limit=20 or policy-limit=null'],
  act: async (session, { subject, others }) => {
    const { settableAttributes } = await import('../../domains/organizations/index.ts');
    const schemas = new Map(Object.entries(settableAttributes(session.context.vocabulary)));
    const otherwise = 'nothing; "reeve feature-sets export" shows all that can be set';
    const assignments = await Promise.all(others.map((word) => assignment(word, { schemas, otherwise })));
    return edit(session, subject, Object.fromEntries(assignments));
  },
});

const withdraw = actingCommand({
  name: 'feature-sets withdraw',
  description: 'offer a pricing plan no more; who has it keeps it',
  argument: named,
  act: (session, { subject }) => edit(session, subject, { 'is-withdrawn': true }),
});

export const featureSetCommands = [list, exporting, importing, set, withdraw];
