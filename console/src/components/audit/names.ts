// Names of the records of a trail.
import type { AuditEvent } from '../../api/audit-trail.ts';
import { actionName, programName, settingsName } from '../../texts/audit.ts';

const happenedText = (action: string, thing: string | undefined) =>
  thing === undefined ? action : `${action}: ${thing}`;

type Attributes = AuditEvent['attributes'];

const textIn = ({ before, after }: Attributes, name: string): string | undefined => {
  const texts = [after, before].map((values) => Reflect.get(Object(values), name));
  return texts.find((value) => typeof value === 'string' && value !== '');
};

/** Name of the resource of a record, as a person knows it, where the record has one: `1.4.0 of network/aws`. */
export function resourceName(attributes: Attributes): string | undefined {
  if (attributes['resource-type'] === 'settings') return settingsName(attributes['resource-id']);
  const own = ['name', 'username', 'key', 'email', 'description'];
  const name = own.map((each) => textIn(attributes, each)).find((text) => text !== undefined);
  const [provider, version] = [textIn(attributes, 'provider'), textIn(attributes, 'version')];
  if (name === undefined || provider === undefined) return name;
  const module = `${name}/${provider}`;
  return version === undefined ? module : `${version} of ${module}`;
}

/** Name of the actor of a record, or of the administrator who acted as it; what has none, such as a team, by its identifier. */
export function actorName({ kind, id, name }: Attributes['actor']): string {
  if (id === null) return programName(name ?? kind);
  return name ?? `${kind} ${id}`;
}

/** Names of all who acted: `ada (by root)` in an impersonation. */
export const actorsName = ({ actor, impersonator }: Pick<Attributes, 'actor' | 'impersonator'>): string =>
  impersonator === null ? actorName(actor) : `${actorName(actor)} ${`(by ${actorName(impersonator)})`}`;

/** A record in a few words: `Module version deprecated: 1.4.0 of network/aws`. */
export const eventName = ({ attributes }: AuditEvent): string =>
  happenedText(actionName(attributes.action), resourceName(attributes));
