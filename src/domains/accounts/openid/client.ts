import { service } from '../../../context.ts';
import { providerFetch } from '../../../effects/provider-fetch.ts';
import { newOpenIdClient } from '../../../protocols/openid/client.ts';

/** Talks to providers, and keeps their metadata and keys in memory. */
export const openIdClient = service((core) => {
  const stopped = new AbortController();
  core.use({ [Symbol.dispose]: () => stopped.abort() });
  const fetch = providerFetch({ listed: core.config.signInProviders, signal: stopped.signal });
  return newOpenIdClient({ fetch, clock: core.clock });
});
