// Checks the validity period of a message.
import { SamlError } from './error.ts';
import { attributeOf, type XmlElement } from './xml.ts';

/** Accepted clock difference between both parties, in milliseconds. */
export const clockSkew = 60_000;

/**
 * Throws unless `now` is within the validity period of the element. Returns the end of the period, in milliseconds
 * since 1970.
 */
export function endOfValidity(element: XmlElement, now: number, endAttribute = 'NotOnOrAfter'): number {
  if ((timeOf(element, 'NotBefore') ?? now) > now + clockSkew) throw new SamlError('not-yet-valid');
  const end = (timeOf(element, endAttribute) ?? Number.POSITIVE_INFINITY) + clockSkew;
  if (end <= now) throw new SamlError('expired');
  return end;
}

const timeForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Returns the time in an attribute, in milliseconds since 1970, or undefined if the attribute is absent. */
export function timeOf(element: XmlElement | undefined, name: string): number | undefined {
  const text = attributeOf(element, name);
  if (text === undefined) return undefined;
  const time = timeForm.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw new SamlError('malformed');
  return time;
}
