import type { IncomingHttpHeaders } from 'node:http';
import { forbidden } from '../jsonapi/errors.ts';

/**
 * Refuses requests that a browser sends for a page of another site. Browsers state the origin of such a request; other
 * clients send no origin. `baseUrl` is the URL under which browsers access the service.
 */
export const requireSameOrigin = (headers: IncomingHttpHeaders, baseUrl: string): void => {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  const { origin: own } = new URL(baseUrl);
  if ((origin === undefined || origin === own) && (site === undefined || site === 'same-origin')) return;
  throw forbidden(`The request was sent by a page of another site. Open ${own} and try again.`);
};
