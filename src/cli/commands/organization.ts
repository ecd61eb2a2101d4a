import type { Context } from '../../context.ts';
import { flag, valued } from '../../lib/options.ts';
import { actingCommand, CommandFailed, UsageError } from '../command.ts';
import { namedOrganization } from '../organization.ts';

const list = actingCommand({
  name: 'organization list',
  description: 'list the organizations, by name',
  options: {
    search: valued('--search <text>', 'only those whose name contains it'),
    page: valued('--page <number>', 'which page'),
    pageSize: valued('--page-size <number>', 'how many a page, at most 100'),
  },
  act: async ({ context, actor }, { options }) => {
    const { listOrganizations, organizationResource } = await import('../../domains/organizations/index.ts');
    const { listQueryOf } = await import('../list.ts');
    const { manyRecords } = await import('../output.ts');
    const { shownOrganization } = await import('../../domains/organizations/index.ts');
    const page = await listOrganizations(context, actor, listQueryOf(options));
    const rows = page.rows.map((row) => shownOrganization(context, row));
    return manyRecords(organizationResource, { ...page, rows }, ['name', 'email', 'created-at']);
  },
});

const show = actingCommand({
  name: 'organization show',
  description: 'show an organization',
  argument: ['name', 'its name'],
  act: async (session, { subject }) => {
    const { organizationResource, shownOrganization } = await import('../../domains/organizations/index.ts');
    const { oneRecord } = await import('../output.ts');
    const organization = await namedOrganization(session, subject);
    return oneRecord(organizationResource, shownOrganization(session.context, organization));
  },
});

const ownerId = async (context: Context, name: string | undefined): Promise<string | undefined> => {
  if (name === undefined) return undefined;
  const { findUser } = await import('../../domains/accounts/index.ts');
  const owner = await findUser(context, name);
  if (owner === undefined) throw new CommandFailed(`There is no account ${name}.`);
  return owner.id;
};

const create = actingCommand({
  name: 'organization create',
  description: 'create an organization',
  options: {
    name: valued('--name <name>', 'letters, digits, - and _'),
    email: valued('--email <address>', 'its e-mail address'),
    owner: valued('--owner <name>', 'the username or identifier of its first owner'),
  },
  act: async ({ context, actor }, { options: { name, email, owner } }) => {
    const { createOrganization, organizationResource, shownOrganization, newOrganization } = await import(
      '../../domains/organizations/index.ts'
    );
    const { oneRecord } = await import('../output.ts');
    const { plainPayload } = await import('../../jsonapi/payload.ts');
    const { checkedInput } = await import('../input.ts');
    const input = checkedInput(plainPayload(newOrganization), { name, email });
    const created = await createOrganization(context, actor, input, await ownerId(context, owner));
    return oneRecord(organizationResource, shownOrganization(context, created));
  },
});

const remove = actingCommand({
  name: 'organization delete',
  description: 'delete an organization with everything in it',
  argument: ['name', 'its name'],
  options: { yes: flag('--yes', 'really do it') },
  act: async (session, { subject, options }) => {
    const { deleteOrganization } = await import('../../domains/organizations/index.ts');
    const organization = await namedOrganization(session, subject);
    const { name } = organization;
    if (!options.yes) throw new UsageError(`This deletes ${name} with everything in it; add --yes to do it.`);
    await deleteOrganization(session.context, session.actor, organization);
    return { text: `Deleted ${name}.`, json: { deleted: name } };
  },
});

export const organizationCommands = [list, show, create, remove];
