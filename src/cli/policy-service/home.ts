import { type Service, serviceFrom } from '../client/service.ts';
import type { serviceOptions } from '../commands/options.ts';
import { type Terminal, UsageError } from '../terminal/command.ts';
import type { ValuesOf } from '../terminal/options.ts';

/** The organization that a command is about, and its service. */
export interface Home extends Service {
  readonly organization: string;
  /** Parameters of paths below the organization. */
  readonly params: { readonly organization_name: string };
}

export const homeAt = (service: Service, organization: string): Home => ({
  ...service,
  organization,
  params: { organization_name: organization },
});

/** The organization that the options and variables name; throws `UsageError` where something is missing. */
export function homeFrom(terminal: Terminal, { organization, url }: ValuesOf<typeof serviceOptions>): Home {
  if (organization === undefined) throw new UsageError('Name the organization: --organization <name>.');
  return homeAt(serviceFrom(terminal, url), organization);
}
