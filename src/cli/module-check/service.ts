// A client of the check in the API: where modules are used, there is no database.
import { Type } from 'typebox';
import { NullableString } from '../../jsonapi/schema.ts';
import { validate } from '../../jsonapi/validate.ts';
import {
  jsonOf,
  problemsIn,
  type Service,
  sendPatiently,
  unexpectedStatus,
  unknownToken,
} from '../client/service-client.ts';
import { NotChecked } from '../terminal/command.ts';

/** A module in the list that is sent. */
export interface Named {
  readonly source: string;
  readonly version: string;
}

export type ServiceWarning = Type.Static<typeof answer>['data']['attributes']['warnings'][number];

/** The hosts of the service's modules; throws `NotChecked` when the token is wrong, or the address. */
export async function ownHostsOf(service: Service): Promise<ReadonlySet<string>> {
  const response = await sendPatiently(service, { path: '/api/v2/registry-modules/hosts' });
  const body = await jsonOf(service, response);
  if (response.status === 401) throw new NotChecked(...problemsIn(body, unknownToken(service)));
  const result = validate(hostsAnswer, body);
  if (response.status !== 200 || 'problems' in result) throw new NotChecked(isNoService(service));
  return new Set(result.value.data.attributes.hosts);
}

const hostsAnswer = Type.Object({
  data: Type.Object({ attributes: Type.Object({ hosts: Type.Array(Type.String()) }) }),
});

const isNoService = ({ url }: Service): string => `${url} is not a service that checks modules.`;

/** Checks modules of one organization; throws `NotChecked` when the service cannot check them. */
export async function checkWithService(
  service: Service,
  organization: string,
  modules: readonly Named[],
): Promise<readonly ServiceWarning[]> {
  const path = `/api/v2/organizations/${encodeURIComponent(organization)}/registry-modules/actions/check`;
  const document = { data: { type: 'module-checks', attributes: { modules } } };
  const response = await sendPatiently(service, { method: 'POST', path, body: JSON.stringify(document) });
  const body = await jsonOf(service, response);
  if (response.status !== 200) throw refusalOf(service, organization, response.status, body);
  const result = validate(answer, body);
  if ('problems' in result) throw new NotChecked(isNoService(service));
  const { warnings, 'ignored-count': ignored } = result.value.data.attributes;
  if (ignored > 0) throw new NotChecked(isOtherHost(service, ignored));
  return warnings;
}

/** The members of an answer that are read; a newer service may send more. */
const answer = Type.Object({
  data: Type.Object({
    attributes: Type.Object({
      'ignored-count': Type.Integer(),
      warnings: Type.Array(
        Type.Object({
          source: Type.String(),
          'requested-version': Type.String(),
          module: Type.String(),
          version: Type.String(),
          reason: NullableString(),
          link: NullableString(),
          'newest-version': NullableString(),
          message: Type.String(),
        }),
      ),
    }),
  }),
});

function refusalOf(service: Service, organization: string, status: number, body: unknown): NotChecked {
  const sentence = refusals[status]?.(service, organization) ?? unexpectedStatus(service, status);
  return new NotChecked(...problemsIn(body, sentence));
}

const refusals: Readonly<Record<number, (service: Service, organization: string) => string>> = {
  401: unknownToken,
  404: ({ url }, organization) =>
    `There is no organization ${organization} at ${url}, or this token may not see it, or its plan does not include module deprecation.`,
};

/** Without this, a check would report that all is well though the service compared with other hosts. */
const isOtherHost = ({ url }: Service, ignored: number): string =>
  `${url} changed its TIPSTAFF_BASE_URL or TIPSTAFF_HOST_ALIASES in the meantime, and ignored ${ignored} of these modules.`;
