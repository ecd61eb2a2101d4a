import { settingsGroups } from '../../../domains/index.ts';
import {
  changeGroup,
  type NamedGroup,
  namedGroups,
  readGroup,
  settingsResource,
} from '../../../domains/instance/commands.ts';
import { inWords } from '../../../jsonapi/vocabulary.ts';
import { asOperator, type CommandContext } from '../../data/as-operator.ts';
import { type Output, type Terminal, UsageError } from '../../terminal/command.ts';
import { objectFromStdin, refusalsAsUsage } from '../../terminal/input.ts';
import { keyAndValue, type Settable } from '../../terminal/key-value.ts';
import { aligned, oneRecord } from '../../terminal/output.ts';
import type { settingsCommands } from './command.ts';

const groupsOf = ({ context }: CommandContext): readonly NamedGroup[] => namedGroups(context, settingsGroups);

const namedGroup = (session: CommandContext, id: string): NamedGroup => {
  const all = groupsOf(session);
  const namedGroup = all.find((each) => each.id === id);
  if (namedGroup !== undefined) return namedGroup;
  throw new UsageError(`There is no group of settings ${id}. The groups are ${all.map((each) => each.id).join(', ')}.`);
};

const overview = (session: CommandContext): Output => {
  const all = groupsOf(session).map(({ id, schemas }) => ({ id, attributes: [...schemas.keys()] }));
  const rows = all.flatMap(({ id, attributes }) => attributes.map((name) => [id, name]));
  return { text: aligned([['GROUP', 'ATTRIBUTE'], ...rows]), json: { groups: all } };
};

export const get = asOperator(async (session, { subject }) => {
  if (subject === '') return overview(session);
  const { context, actor } = session;
  const target = namedGroup(session, subject);
  return oneRecord(
    inWords(settingsResource(target.group), context.vocabulary),
    await readGroup(context, actor, target),
  );
});

const settableIn = ({ id, schemas, secrets }: NamedGroup): Settable => ({
  schemas,
  secrets,
  otherwise: `"tipstaff settings get ${id}" lists the attributes`,
});

/** Reads the attributes to set from standard input. */
const read = async (terminal: Terminal, { id, schemas }: NamedGroup): Promise<Readonly<Record<string, unknown>>> => {
  const attributes = await objectFromStdin(terminal);
  const unknown = Object.keys(attributes).filter((name) => !schemas.has(name));
  if (unknown.length > 0) throw new UsageError(`${id} has no attribute ${unknown.join(', ')} that can be set.`);
  return attributes;
};

export const set = asOperator<typeof settingsCommands.set>(async (session, { subject, others, options }, terminal) => {
  const { context, actor } = session;
  const target = namedGroup(session, subject);
  const assignments = others.map((word) => keyAndValue(word, settableIn(target)));
  const attributes = { ...(options.stdin && (await read(terminal, target))), ...Object.fromEntries(assignments) };
  const { settings, report } = await refusalsAsUsage(changeGroup(context, actor, target, attributes));
  return oneRecord(inWords(settingsResource(target.group), context.vocabulary), settings, report);
});
