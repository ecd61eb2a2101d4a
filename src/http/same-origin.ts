import type { IncomingHttpHeaders } from 'node:http';
import { forbidden } from '../jsonapi/errors.ts';

/**
 * Refuses what a page of another site made a browser send: a browser says where it comes from, other clients say
 * nothing. `baseUrl` is the address that browsers know the service by.
 */
export const requireSameOrigin = (headers: IncomingHttpHeaders, baseUrl: string): void => {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  const { origin: own } = new URL(baseUrl);
  if ((origin === undefined || origin === own) && (site === undefined || site === 'same-origin')) return;
  throw forbidden(`The request comes from another site than ${own}; open that address.`);
};
