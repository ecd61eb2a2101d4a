// Calls the API endpoint for module checks. The command may run on machines without access to the database.
import { ApiFailure, orAbsent } from '../../../client/failure.ts';
import type { Resource } from '../../../client/index.ts';
import type { ServiceClient } from '../client/service.ts';
import { NotChecked } from '../terminal/command.ts';

/** A module in a module list, as sent to the service. */
export interface ModuleAtCall {
  readonly source: string;
  readonly version: string;
}

export type ServiceWarning = Resource<'module-checks'>['attributes']['warnings'][number];

/**
 * Returns the host names in the addresses of the service's modules. Throws `NotChecked` if the service does not support
 * module checks.
 */
export async function ownHostsOf({ client, url }: ServiceClient): Promise<ReadonlySet<string>> {
  try {
    return new Set((await client.get('/api/v2/registry-modules/hosts')).data.attributes.hosts);
  } catch (error) {
    const isOther = error instanceof ApiFailure && (error.reason === 'refused' || error.reason === 'unusable');
    throw isOther && error.status !== 401 ? new NotChecked(`${url} is not a service that checks modules.`) : error;
  }
}

/** Checks the modules of one organization. Throws `NotChecked` if the service cannot check them. */
export async function checkWithService(
  { client, url }: ServiceClient,
  organization: string,
  modules: readonly ModuleAtCall[],
): Promise<readonly ServiceWarning[]> {
  const answer = await orAbsent(
    client.post('/api/v2/organizations/{organization_name}/registry-modules/actions/check', {
      params: { organization_name: organization },
      body: { data: { attributes: { modules } } },
    }),
  );
  if (answer === undefined)
    throw new NotChecked(
      `There is no organization ${organization} at ${url}, or this token has no permission to read the organization, or the plan of the organization does not include module deprecation.`,
    );
  const { warnings, 'ignored-count': ignored } = answer.data.attributes;
  // The service ignores modules with unknown host names. Without this error, ignored modules would look like modules
  // without deprecations.
  if (ignored > 0)
    throw new NotChecked(
      `${url} changed its TIPSTAFF_BASE_URL or TIPSTAFF_HOST_ALIASES during the check, and ignored ${ignored} of these modules.`,
    );
  return warnings;
}
