// Changes policy sets on a service, one after the other.
import { CommandFailed } from '../command.ts';
import type { Home } from '../policy-service/records.ts';
import { type ServiceRefusal as Refusal, ServiceRefusal, type ServiceRequest, sendTo } from '../service-client.ts';
import { type MemberChange, type SetChange, targetOf } from './set-changes.ts';

/** Carries out changes in their order. Throws `CommandFailed` where the service refuses one: those before it are done. */
export async function applyChanges(home: Home, changes: readonly SetChange[]): Promise<void> {
  for (const [index, change] of changes.entries()) {
    try {
      for (const request of requestsFor(home, change)) await sendTo(home.service, request);
    } catch (error) {
      if (!(error instanceof ServiceRefusal)) throw error;
      throw new CommandFailed(sentenceOf(error, change, index));
    }
  }
}

const sentenceOf = ({ message }: Refusal, { declared: { name, place } }: SetChange, done: number): string =>
  `${place}: ${name} cannot be applied: ${message} ${done} ${done === 1 ? 'set was' : 'sets were'} applied before it. Correct it, and apply the file again.`;

function requestsFor(home: Home, change: SetChange): readonly ServiceRequest[] {
  return change.present === undefined ? [creation(home, change)] : updates(change.present.id, change);
}

const identifiers = (type: MemberChange['type'], records: readonly { readonly id: string }[]) =>
  records.map(({ id }) => ({ id, type: targetOf(type) }));

function creation({ organization }: Home, { declared, members }: SetChange): ServiceRequest {
  const { name, kind, attributes } = declared;
  const relationships = members.map(({ type, added }) => [type, { data: identifiers(type, added) }]);
  const data = {
    type: 'policy-sets',
    // Without a kind it is the native one, whose name is another one in other vocabularies.
    attributes: { name, ...attributes, ...(kind !== 'native' && { kind: 'opa' }) },
    relationships: Object.fromEntries(relationships),
  };
  const path = `/api/v2/organizations/${encodeURIComponent(organization)}/policy-sets`;
  return { method: 'POST', path, body: JSON.stringify({ data }) };
}

function updates(id: string, { attributes, members }: SetChange): readonly ServiceRequest[] {
  const path = `/api/v2/policy-sets/${id}`;
  const changed = Object.fromEntries(attributes.map(({ name, after }) => [name, after]));
  const data = { type: 'policy-sets', attributes: changed };
  const patch = { method: 'PATCH', path, body: JSON.stringify({ data }) } as const;
  return [
    ...(attributes.length > 0 ? [patch] : []),
    ...members.flatMap(({ type, added, removed }) => [
      ...membership('POST', `${path}/relationships/${type}`, identifiers(type, added)),
      ...membership('DELETE', `${path}/relationships/${type}`, identifiers(type, removed)),
    ]),
  ];
}

const membership = (
  method: 'POST' | 'DELETE',
  path: string,
  data: ReturnType<typeof identifiers>,
): readonly ServiceRequest[] => (data.length === 0 ? [] : [{ method, path, body: JSON.stringify({ data }) }]);
