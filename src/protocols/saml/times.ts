// When a message is good.
import { Distrusted } from './refusal.ts';
import { attributeOf, type XmlElement } from './xml.ts';

/** How far the clocks of the two parties may be apart, in milliseconds. */
export const clockSkew = 60_000;

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** The time in an attribute, in milliseconds since 1970; undefined without one. */
export const momentIn = (element: XmlElement | undefined, name: string): number | undefined => {
  const text = attributeOf(element, name);
  if (text === undefined) return undefined;
  const at = moment.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw new Distrusted('malformed');
  return at;
};

/** Throws unless `now` is within the element's times; answers when they end. */
export const endOf = (element: XmlElement, now: number, endsIn = 'NotOnOrAfter'): number => {
  if ((momentIn(element, 'NotBefore') ?? now) > now + clockSkew) throw new Distrusted('not-yet-valid');
  const end = (momentIn(element, endsIn) ?? Number.POSITIVE_INFINITY) + clockSkew;
  if (end <= now) throw new Distrusted('expired');
  return end;
};
