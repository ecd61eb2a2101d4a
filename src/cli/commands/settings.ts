import type { NamedGroup } from '../../domains/instance/index.ts';
import { flag } from '../../lib/options.ts';
import { assignment, type Settable } from '../assignment.ts';
import { actingCommand, type CommandContext, type Output, UsageError } from '../command.ts';

const group = ['group', 'a group of settings, such as general'] as const;

const groupsOf = async ({ context }: CommandContext): Promise<readonly NamedGroup[]> => {
  const { namedGroups } = await import('../../domains/instance/index.ts');
  const { settingsGroups } = await import('../../domains/index.ts');
  return namedGroups(context, settingsGroups);
};

const namedGroup = async (session: CommandContext, id: string): Promise<NamedGroup> => {
  const all = await groupsOf(session);
  const namedGroup = all.find((each) => each.id === id);
  if (namedGroup !== undefined) return namedGroup;
  throw new UsageError(`There is no group ${id}; there are ${all.map((each) => each.id).join(', ')}.`);
};

const overview = async (session: CommandContext): Promise<Output> => {
  const { aligned } = await import('../output.ts');
  const all = (await groupsOf(session)).map(({ id, schemas }) => ({ id, attributes: [...schemas.keys()] }));
  const rows = all.flatMap(({ id, attributes }) => attributes.map((name) => [id, name]));
  return { text: aligned([['GROUP', 'ATTRIBUTE'], ...rows]), json: { groups: all } };
};

const get = actingCommand({
  name: 'settings get',
  description: 'show a group of settings, or which groups there are',
  argument: group,
  isArgumentOptional: true,
  act: async (session, { subject }) => {
    if (subject === '') return overview(session);
    const { readGroup, settingsResource } = await import('../../domains/instance/index.ts');
    const { oneRecord } = await import('../output.ts');
    const { context, actor } = session;
    const target = await namedGroup(session, subject);
    return oneRecord(settingsResource(target.group, context.vocabulary), await readGroup(context, actor, target));
  },
});

const settableIn = ({ id, schemas, secrets }: NamedGroup): Settable => ({
  schemas,
  secrets,
  otherwise: `nothing in ${id}; "reeve settings get" names all that can be set`,
});

/** What standard input sets. */
const read = async ({ id, schemas }: NamedGroup): Promise<Readonly<Record<string, unknown>>> => {
  const { objectFromStdin } = await import('../input.ts');
  const attributes = await objectFromStdin();
  const unknown = Object.keys(attributes).filter((name) => !schemas.has(name));
  if (unknown.length > 0) throw new UsageError(`There is no ${unknown.join(', ')} to set in ${id}.`);
  return attributes;
};

const set = actingCommand({
  name: 'settings set',
  description: 'change settings of a group; a running service follows within a second',
  argument: group,
  others: ['name=value', 'what to set'],
  options: {
    stdin: flag('--stdin', 'take a JSON object of attributes from standard input: for secrets, null, and long texts'),
  },
  act: async (session, { subject, others, options }) => {
    const { changeGroup, settingsResource } = await import('../../domains/instance/index.ts');
    const { oneRecord } = await import('../output.ts');
    const { context, actor } = session;
    const target = await namedGroup(session, subject);
    const assignments = await Promise.all(others.map((word) => assignment(word, settableIn(target))));
    const attributes = { ...(options.stdin && (await read(target))), ...Object.fromEntries(assignments) };
    const changed = await changeGroup(context, actor, target, attributes);
    return oneRecord(settingsResource(target.group, context.vocabulary), changed);
  },
});

export const settingsCommands = [get, set];
