import { failed } from './failure.ts';

/**
 * Returns the URL that a redirect leads to. Throws `ApiFailure` if the URL does not use TLS or its host is not allowed.
 */
export function placeElsewhere(from: string, location: string, otherHosts?: readonly string[]): URL {
  const [place, source] = [URL.parse(location, from), URL.parse(from)];
  if (place === null) throw failed('unusable', `${from} redirects to ${location}, which is not a valid address.`);
  if (place.protocol === 'http:' && source?.protocol === 'https:')
    throw failed('unusable', `${from} redirects to ${place.origin}, which does not use TLS.`);
  if (place.host === source?.host || otherHosts?.includes(place.host)) return place;
  const hint =
    otherHosts === undefined ? '' : `: if the source keeps its content there, add --content-host ${place.host}`;
  throw failed('unusable', `${from} redirects to another host, ${place.host}, which is not allowed${hint}.`);
}
