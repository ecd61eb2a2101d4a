import { type Service, serviceFrom } from '../client/service.ts';
import type { serviceOptions } from '../commands/options.ts';
import { type Terminal, UsageError } from '../terminal/command.ts';
import type { ValuesOf } from '../terminal/options.ts';

/** The organization that a command is about, and its service. */
export interface OrganizationService extends Service {
  readonly organization: string;
  /** Parameters of paths below the organization. */
  readonly params: { readonly organization_name: string };
}

export const organizationAt = (service: Service, organization: string): OrganizationService => ({
  ...service,
  organization,
  params: { organization_name: organization },
});

/** The organization that the options and variables name; throws `UsageError` where something is missing. */
export function organizationFrom(
  terminal: Terminal,
  { organization, url }: ValuesOf<typeof serviceOptions>,
): OrganizationService {
  if (organization === undefined) throw new UsageError('Name the organization: --organization <name>.');
  return organizationAt(serviceFrom(terminal, url), organization);
}
