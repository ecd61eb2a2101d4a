// A client of the check in the API: where modules are used, there is no database.
import { ApiFailure, orAbsent } from '../../../client/failure.ts';
import type { Resource } from '../../../client/index.ts';
import type { Service } from '../client/service.ts';
import { NotChecked } from '../terminal/command.ts';

/** A module in the list that is sent. */
export interface Named {
  readonly source: string;
  readonly version: string;
}

export type ServiceWarning = Resource<'module-checks'>['attributes']['warnings'][number];

/** The hosts of the service's modules; throws `NotChecked` when it has no such check. */
export async function ownHostsOf({ client, url }: Service): Promise<ReadonlySet<string>> {
  try {
    return new Set((await client.get('/api/v2/registry-modules/hosts')).data.attributes.hosts);
  } catch (error) {
    const isOther = error instanceof ApiFailure && (error.reason === 'refused' || error.reason === 'unusable');
    throw isOther && error.status !== 401 ? new NotChecked(`${url} is not a service that checks modules.`) : error;
  }
}

/** Checks modules of one organization; throws `NotChecked` when the service cannot check them. */
export async function checkWithService(
  { client, url }: Service,
  organization: string,
  modules: readonly Named[],
): Promise<readonly ServiceWarning[]> {
  const answer = await orAbsent(
    client.post('/api/v2/organizations/{organization_name}/registry-modules/actions/check', {
      params: { organization_name: organization },
      body: { data: { attributes: { modules } } },
    }),
  );
  if (answer === undefined)
    throw new NotChecked(
      `There is no organization ${organization} at ${url}, or this token may not see it, or its plan does not include module deprecation.`,
    );
  const { warnings, 'ignored-count': ignored } = answer.data.attributes;
  // Without this, a check would report that all is well though the service compared with other hosts.
  if (ignored > 0)
    throw new NotChecked(
      `${url} changed its TIPSTAFF_BASE_URL or TIPSTAFF_HOST_ALIASES in the meantime, and ignored ${ignored} of these modules.`,
    );
  return warnings;
}
