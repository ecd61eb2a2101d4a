// This service as a SAML service provider: its names, addresses and signing keys, and the metadata that lists them.
import type { Context } from '../../../context.ts';
import { isBlank } from '../../../lib/text/text.ts';
import { metadataXml, type SigningKey } from '../../../protocols/saml/messages.ts';
import type { ServiceProvider } from '../../../protocols/saml/parties.ts';
import { isPrivateKey, type SamlSettings, samlPaths, samlSettings } from '../identity-providers/saml-settings.ts';

/** The metadata document. It is the same before single sign-on is enabled. */
export function metadata(context: Context): string {
  const settings = samlSettings(context);
  const { certificate } = settings;
  return metadataXml(serviceProvider(context), {
    logoutUrl: logoutUrl(context),
    signsRequests: loginSigningKey(settings) !== undefined,
    certificate: certificate === null || isBlank(certificate) ? undefined : certificate,
  });
}

export function serviceProvider({ baseUrl }: Context): ServiceProvider {
  return { entityId: baseUrl() + samlPaths.metadata, acsUrl: baseUrl() + samlPaths.acs };
}

/** The address for logout requests of the provider, and for its responses to ours. */
export function logoutUrl({ baseUrl }: Context): string {
  return baseUrl() + samlPaths.logout;
}

/** The key that signs sign-in requests; undefined unless the settings require signatures. */
export function loginSigningKey(settings: SamlSettings): SigningKey | undefined {
  return settings['authn-requests-signed'] ? logoutSigningKey(settings) : undefined;
}

/** The key that signs logout messages, which the standard wants signed: they are whenever there is a key. */
export function logoutSigningKey(settings: SamlSettings): SigningKey | undefined {
  const { 'private-key': privateKey, 'signature-signing-method': method } = settings;
  return privateKey !== null && isPrivateKey(privateKey) ? { privateKey, method } : undefined;
}
