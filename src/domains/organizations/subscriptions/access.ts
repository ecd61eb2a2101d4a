import type { Context } from '../../../context.ts';
import { siteAdministrator } from '../../../http/site-administrator.ts';
import { existing } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../lib/actor.ts';
import { findOrganizationsByNames, type OrganizationRow } from '../organizations/organizations.ts';

/** Finds any organization of the instance for administrators, who choose its plan; 404 for everybody else. */
export async function administeredOrganization(context: Context, actor: Actor, name: string): Promise<OrganizationRow> {
  await siteAdministrator(context, actor);
  const [organization] = await findOrganizationsByNames(context, [name]);
  return existing(organization);
}
