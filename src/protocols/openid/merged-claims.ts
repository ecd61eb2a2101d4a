// Claims of the ID token, and those that only the userinfo endpoint has.

import type { JsonObject } from '../../lib/json/json-tree.ts';
import { folded } from '../../lib/text/text.ts';

/** The word of a source about an address is about its own address: `email_verified` never joins that of the other source. */
export function mergedClaims(idToken: JsonObject, userInfo: JsonObject): JsonObject {
  const { email, email_verified, ...others } = userInfo;
  if (idToken.email === undefined) {
    const { email_verified: _about, ...own } = idToken;
    return { ...userInfo, ...own };
  }
  const isSameAddress = typeof email === 'string' && folded(email) === folded(String(idToken.email));
  return { ...others, ...(isSameAddress && { email_verified }), ...idToken };
}
