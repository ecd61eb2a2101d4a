import { type ServiceClient, serviceFrom } from '../client/service.ts';
import type { serviceOptions } from '../commands/options.ts';
import { type Terminal, UsageError } from '../terminal/command.ts';
import type { OptionValues } from '../terminal/options.ts';

/** A client for a service, and the organization that the command works on. */
export interface OrganizationService extends ServiceClient {
  readonly organization: string;
  /** Path parameters for API requests about the organization. */
  readonly params: { readonly organization_name: string };
}

export const organizationAt = (service: ServiceClient, organization: string): OrganizationService => ({
  ...service,
  organization,
  params: { organization_name: organization },
});

/**
 * Returns the organization that the options name. If the options name no organization, returns the only organization of
 * the token. Throws `UsageError` if the token has access to several organizations or to none.
 */
export async function onlyOrganizationFrom(
  terminal: Terminal,
  options: OptionValues<typeof serviceOptions>,
): Promise<OrganizationService> {
  if (options.organization !== undefined) return organizationFrom(terminal, options);
  const service = serviceFrom(terminal, options.url);
  const { data } = await service.client.get('/api/v2/organizations', { query: { 'page[size]': 2 }, needs: ['name'] });
  const [only, ...others] = data;
  if (only === undefined || others.length > 0)
    throw new UsageError(
      `The token has access to ${only === undefined ? 'no organization' : 'several organizations'}: name the organization with --organization <name>.`,
    );
  return organizationAt(service, only.attributes.name);
}

/**
 * Returns the organization that the options and environment variables name. Throws `UsageError` if a value is missing.
 */
export function organizationFrom(
  terminal: Terminal,
  { organization, url }: OptionValues<typeof serviceOptions>,
): OrganizationService {
  if (organization === undefined) throw new UsageError('Name the organization: --organization <name>.');
  return organizationAt(serviceFrom(terminal, url), organization);
}
