import { serviceFrom } from '../client/service-client.ts';
import type { serviceOptions } from '../commands/options.ts';
import { type Terminal, UsageError } from '../terminal/command.ts';
import type { ValuesOf } from '../terminal/options.ts';
import type { Home } from './records.ts';

/** The service and organization that the options and variables name; throws `UsageError` where something is missing. */
export function homeFrom(terminal: Terminal, { organization, url }: ValuesOf<typeof serviceOptions>): Home {
  if (organization === undefined) throw new UsageError('Name the organization: --organization <name>.');
  return { service: serviceFrom(terminal, url), organization };
}
