// Display names for the resources and actors in audit events.
import type { AuditEvent } from '../../api/audit-trail.ts';
import { actionName, programName, settingsName } from '../../texts/audit.ts';

const happenedText = (action: string, thing: string | undefined) =>
  thing === undefined ? action : `${action}: ${thing}`;

type Attributes = AuditEvent['attributes'];

const textIn = ({ before, after }: Attributes, name: string): string | undefined => {
  const texts = [after, before].map((values) => Reflect.get(Object(values), name));
  return texts.find((value) => typeof value === 'string' && value !== '');
};

/** Returns the name of an event's resource, such as `1.4.0 of network/aws`. Undefined if the event contains no name. */
export function resourceName(attributes: Attributes): string | undefined {
  if (attributes['resource-type'] === 'settings') return settingsName(attributes['resource-id']);
  const own = ['name', 'username', 'key', 'email', 'description'];
  const name = own.map((each) => textIn(attributes, each)).find((text) => text !== undefined);
  const [provider, version] = [textIn(attributes, 'provider'), textIn(attributes, 'version')];
  if (name === undefined || provider === undefined) return name;
  const module = `${name}/${provider}`;
  return version === undefined ? module : `${version} of ${module}`;
}

/**
 * Returns the name of an actor or impersonating administrator, such as `ada` or `ci (team)`. Actors without a name, such
 * as teams in older records, are shown by their identifiers.
 */
export function actorName({ kind, id, name }: Attributes['actor']): string {
  if (id === null) return programName(name ?? kind);
  if (name === null) return `${kind} ${id}`;
  return kind === 'user' ? name : `${name} (${kind})`;
}

/**
 * Returns the value of the filter for an actor. Users are found by their names, even if their accounts were deleted,
 * and other actors by their identifiers. Null for a program.
 */
export const actorFilter = ({ kind, id, name }: Attributes['actor']): string | null =>
  kind === 'user' ? (name ?? id) : id;

/** Names of the actor and, during an impersonation, the administrator: `ada (by root)`. */
export const actorsName = ({ actor, impersonator }: Pick<Attributes, 'actor' | 'impersonator'>): string =>
  impersonator === null ? actorName(actor) : `${actorName(actor)} (by ${actorName(impersonator)})`;

/** Summary of an event, such as `Module version deprecated: 1.4.0 of network/aws`. */
export const eventName = ({ attributes }: AuditEvent): string =>
  happenedText(actionName(attributes.action), resourceName(attributes));
