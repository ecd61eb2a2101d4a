import {
  createOrganization,
  deleteOrganization,
  listOrganizations,
  newOrganization,
  organizationResource,
  shownOrganization,
} from '../../domains/organizations/index.ts';
import { plainPayload } from '../../jsonapi/payload.ts';
import { namedAccount } from '../account.ts';
import { actingCommand } from '../acting-command.ts';
import { UsageError } from '../command.ts';
import { organizationCommands } from '../declarations/organization.ts';
import { checkedInput } from '../input.ts';
import { listQueryOf } from '../list.ts';
import { namedOrganization } from '../organization.ts';
import { manyRecords, oneRecord } from '../output.ts';

export const list = actingCommand(organizationCommands.list, async ({ context, actor }, { options }) => {
  const page = await listOrganizations(context, actor, listQueryOf(options));
  const rows = page.rows.map((row) => shownOrganization(context, row));
  return manyRecords(organizationResource, { ...page, rows }, ['name', 'email', 'created-at']);
});

export const show = actingCommand(organizationCommands.show, async (session, { subject }) => {
  const organization = await namedOrganization(session, subject);
  return oneRecord(organizationResource, shownOrganization(session.context, organization));
});

export const create = actingCommand(
  organizationCommands.create,
  async ({ context, actor }, { options: { name, email, owner } }) => {
    const input = checkedInput(plainPayload(newOrganization), { name, email });
    const ownerId = owner === undefined ? undefined : (await namedAccount(context, owner)).id;
    const created = await createOrganization(context, actor, input, ownerId);
    return oneRecord(organizationResource, shownOrganization(context, created));
  },
);

export const remove = actingCommand(organizationCommands.remove, async (session, { subject, options }) => {
  const organization = await namedOrganization(session, subject);
  const { name } = organization;
  if (!options.yes) throw new UsageError(`This deletes ${name} with everything in it; add --yes to do it.`);
  await deleteOrganization(session.context, session.actor, organization);
  return { text: `Deleted ${name}.`, json: { deleted: name } };
});
