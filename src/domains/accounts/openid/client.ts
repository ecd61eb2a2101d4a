import { service } from '../../../context.ts';
import { providerFetch } from '../../../effects/provider-fetch.ts';
import { newOpenIdClient } from '../../../protocols/openid/client.ts';

/** OpenID Connect client of this process. It caches the metadata and keys of providers in memory. */
export const openIdClient = service((core) => {
  const stopped = new AbortController();
  core.use({ [Symbol.dispose]: () => stopped.abort() });
  const fetch = providerFetch({ listed: core.config.signInProviders, proxy: core.config, signal: stopped.signal });
  return newOpenIdClient({ fetch, clock: core.clock });
});
