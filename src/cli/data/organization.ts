import { inOrganization, organizationRights } from '../../domains/organizations/commands.ts';
import type { OrganizationRow } from '../../domains/organizations/index.ts';
import type { CommandContext } from './as-operator.ts';
import { orMissing } from './missing.ts';

const administered = inOrganization(organizationRights.organizations.update);

/** Finds an organization by its name. Throws an error that names the missing organization. */
export const namedOrganization = async ({ context, actor }: CommandContext, name: string): Promise<OrganizationRow> => {
  const found = administered(context, actor, { organization_name: name });
  const { organization } = await orMissing(found, `There is no organization ${name}.`);
  return organization;
};
