import { failed } from './failure.ts';

/**
 * Returns the URL that a redirect leads to. Throws `ApiFailure` if the URL does not use TLS or its host is not allowed.
 */
export function placeElsewhere(from: string, location: string, otherHosts?: readonly string[]): URL {
  const [place, source] = [URL.parse(location, from), URL.parse(from)];
  if (place === null) throw failed('unusable', `${from} leads to ${location}, which is no address.`);
  if (place.protocol === 'http:' && source?.protocol === 'https:')
    throw failed('unusable', `${from} leads to ${place.origin}, which has no TLS.`);
  if (place.host === source?.host || otherHosts?.includes(place.host)) return place;
  const hint =
    otherHosts === undefined ? '' : `: if the source keeps its content there, add --content-host ${place.host}`;
  throw failed('unusable', `${from} leads to another host, ${place.host}, which is not asked${hint}.`);
}
