import type { OrganizationRow } from '../domains/organizations/index.ts';
import type { CommandContext } from './command.ts';

/** Finds an organization by its name; says so when there is none. */
export const namedOrganization = async ({ context, actor }: CommandContext, name: string): Promise<OrganizationRow> => {
  const { requireOwner } = await import('../domains/organizations/index.ts');
  const { orMissing } = await import('./missing.ts');
  const { organization } = await orMissing(requireOwner(context, actor, name), `There is no organization ${name}.`);
  return organization;
};
