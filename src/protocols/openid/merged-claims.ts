// Merges the claims of the ID token with additional claims of the userinfo endpoint.

import type { JsonObject } from '../../lib/json/json-tree.ts';
import { folded } from '../../lib/text/text.ts';

/**
 * Claims that confirm an email address. A claim from the ID token must never confirm an address from the userinfo
 * endpoint, or the other way round.
 */
export const addressProofs: readonly string[] = ['email_verified', 'xms_edov'];

export function mergedClaims(idToken: JsonObject, userInfo: JsonObject): JsonObject {
  if (idToken.email === undefined) return { ...userInfo, ...without(idToken, addressProofs) };
  const { email, ...others } = userInfo;
  const isSameAddress = typeof email === 'string' && folded(email) === folded(String(idToken.email));
  return { ...(isSameAddress ? others : without(others, addressProofs)), ...idToken };
}

const without = (claims: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(claims).filter(([name]) => !names.includes(name)));
