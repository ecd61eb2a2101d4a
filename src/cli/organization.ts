import { requireOwner } from '../domains/organizations/commands.ts';
import type { OrganizationRow } from '../domains/organizations/index.ts';
import type { CommandContext } from './acting.ts';
import { orMissing } from './missing.ts';

/** Finds an organization by its name; says so when there is none. */
export const namedOrganization = async ({ context, actor }: CommandContext, name: string): Promise<OrganizationRow> => {
  const { organization } = await orMissing(requireOwner(context, actor, name), `There is no organization ${name}.`);
  return organization;
};
