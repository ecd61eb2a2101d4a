import type { OrganizationRow } from '../domains/organizations/organizations/organizations.ts';
import type { Session } from './command.ts';

/** Finds an organization by its name; says so when there is none. */
export const namedOrganization = async ({ context, actor }: Session, name: string): Promise<OrganizationRow> => {
  const { ownerOf } = await import('../domains/organizations/organizations/access.ts');
  const { orMissing } = await import('./missing.ts');
  const { organization } = await orMissing(ownerOf(context, actor, name), `There is no organization ${name}.`);
  return organization;
};
