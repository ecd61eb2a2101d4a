// A client of the check in the API: where modules are used, there is no database.
import { setTimeout as pause } from 'node:timers/promises';
import { Type } from 'typebox';
import { Nullable } from '../../jsonapi/schema.ts';
import { validate } from '../../jsonapi/validate.ts';
import { NotChecked } from '../command.ts';
import { reasonOf } from '../failure.ts';
import { parsedJson } from '../input.ts';

export interface Service {
  readonly url: string;
  readonly token: string;
}

/** A module in the list that is sent. */
export interface Named {
  readonly source: string;
  readonly version: string;
}

export type ServiceWarning = Type.Static<typeof answer>['data']['attributes']['warnings'][number];

/** The hosts of the service's modules; throws `NotChecked` when the token is wrong, or the address. */
export async function ownHostsOf(service: Service): Promise<ReadonlySet<string>> {
  const response = await sendPatiently(service, '/api/v2/registry-modules/hosts');
  const body = parsedJson(await response.text());
  if (response.status === 401) throw new NotChecked(unknownToken(service));
  const result = validate(hostsAnswer, body);
  if (response.status !== 200 || 'problems' in result) throw new NotChecked(isNoService(service));
  return new Set(result.value.data.attributes.hosts);
}

const hostsAnswer = Type.Object({
  data: Type.Object({ attributes: Type.Object({ hosts: Type.Array(Type.String()) }) }),
});

const unknownToken = ({ url }: Service): string => `${url} does not know the token, or it has expired.`;
const isNoService = ({ url }: Service): string => `${url} is no service that checks modules.`;

/** Checks modules of one organization; throws `NotChecked` when the service cannot check them. */
export async function checkWithService(
  service: Service,
  organization: string,
  modules: readonly Named[],
): Promise<readonly ServiceWarning[]> {
  const path = `/api/v2/organizations/${encodeURIComponent(organization)}/registry-modules/actions/check`;
  const document = { data: { type: 'module-checks', attributes: { modules } } };
  const response = await sendPatiently(service, path, JSON.stringify(document));
  const body = parsedJson(await response.text());
  if (response.status !== 200) throw refusalOf(service, organization, response.status, body);
  const result = validate(answer, body);
  if ('problems' in result) throw new NotChecked(isNoService(service));
  const { warnings, 'ignored-count': ignored } = result.value.data.attributes;
  if (ignored > 0) throw new NotChecked(isOtherHost(service, ignored));
  return warnings;
}

const text = () => Nullable(Type.String());

/** The members of an answer that are read; a newer service may send more. */
const answer = Type.Object({
  data: Type.Object({
    attributes: Type.Object({
      'ignored-count': Type.Integer(),
      warnings: Type.Array(
        Type.Object({
          source: Type.String(),
          'version-asked': Type.String(),
          module: Type.String(),
          version: Type.String(),
          reason: text(),
          link: text(),
          'newest-version': text(),
          message: Type.String(),
        }),
      ),
    }),
  }),
});

/** Sends a request again while the service answers that it is busy. */
async function sendPatiently(service: Service, path: string, body?: string): Promise<Response> {
  for (let left = tries - 1; ; left -= 1) {
    const response = await send(service, path, body);
    if (left === 0 || !isPassing(response)) return response;
    await pause(secondsToWait(response) * 1_000);
  }
}

const tries = 4;

async function send({ url, token }: Service, path: string, body: string | undefined): Promise<Response> {
  try {
    return await fetch(url + path, {
      redirect: 'manual',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' },
      ...(body !== undefined && { method: 'POST', body }),
      signal: AbortSignal.timeout(maxResponseBytes),
    });
  } catch (error) {
    throw new NotChecked(`${url} does not answer (${reasonOf(error)}).`);
  }
}

const maxResponseBytes = 30_000;

const isPassing = ({ status }: Response): boolean => status === 429 || status === 503;

function secondsToWait({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after') ?? '1');
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), maxPause) : 1;
}

const maxPause = 10;

function refusalOf(service: Service, organization: string, status: number, body: unknown): NotChecked {
  const known = refusals[status]?.(service, organization);
  return new NotChecked(known ?? `${service.url} answered ${status}. ${detailsIn(body)}`.trim());
}

const refusals: Readonly<Record<number, (service: Service, organization: string) => string>> = {
  401: unknownToken,
  404: ({ url }, organization) =>
    `${url} has no organization ${organization} for this token, or its plan has no deprecation of modules.`,
};

function detailsIn(body: unknown): string {
  const errors: unknown = Reflect.get(Object(body), 'errors');
  const details = (Array.isArray(errors) ? errors : []).map((error) => String(Reflect.get(Object(error), 'detail')));
  return details.slice(0, 3).join(' ');
}

/** Without this, a check would report that all is well though the service compared with other hosts. */
const isOtherHost = ({ url }: Service, ignored: number): string =>
  `${url} changed its REEVE_BASE_URL or REEVE_HOST_ALIASES meanwhile, and did not look at ${ignored} of these modules.`;
