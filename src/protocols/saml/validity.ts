// The times between which a message is valid.
import { SamlError } from './error.ts';
import { attributeOf, type XmlElement } from './xml.ts';

/** The accepted difference between the clocks of both parties, in milliseconds. */
export const clockSkew = 60_000;

/** Throws unless `now` is within the times of the element; returns when they end, in milliseconds since 1970. */
export function endOfValidity(element: XmlElement, now: number, endAttribute = 'NotOnOrAfter'): number {
  if ((timeOf(element, 'NotBefore') ?? now) > now + clockSkew) throw new SamlError('not-yet-valid');
  const end = (timeOf(element, endAttribute) ?? Number.POSITIVE_INFINITY) + clockSkew;
  if (end <= now) throw new SamlError('expired');
  return end;
}

const timeForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** The time in an attribute, in milliseconds since 1970; undefined when the attribute is absent. */
export function timeOf(element: XmlElement | undefined, name: string): number | undefined {
  const text = attributeOf(element, name);
  if (text === undefined) return undefined;
  const time = timeForm.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw new SamlError('malformed');
  return time;
}
