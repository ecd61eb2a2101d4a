// This service as a SAML service provider: its entity ID, URLs and signing keys, and the metadata document that lists
// them.
import type { Context } from '../../../context.ts';
import { isBlank } from '../../../lib/text/text.ts';
import { metadataXml, type SigningKey } from '../../../protocols/saml/messages.ts';
import type { ServiceProvider } from '../../../protocols/saml/parties.ts';
import { isPrivateKey, type SamlSettings, samlPaths, samlSettings } from '../identity-providers/saml-settings.ts';

/** Returns the metadata document. It is available before single sign-on is enabled. */
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

/** URL that receives the provider's logout requests, and its responses to this service's logout requests. */
export function logoutUrl({ baseUrl }: Context): string {
  return baseUrl() + samlPaths.logout;
}

/** Key that signs authentication requests. Undefined unless the settings require signatures. */
export function loginSigningKey(settings: SamlSettings): SigningKey | undefined {
  return settings['authn-requests-signed'] ? logoutSigningKey(settings) : undefined;
}

/**
 * Key that signs logout messages. The standard requires signatures, so logout messages are signed whenever a key is
 * set.
 */
export function logoutSigningKey(settings: SamlSettings): SigningKey | undefined {
  const { 'private-key': privateKey, 'signature-signing-method': method } = settings;
  return privateKey !== null && isPrivateKey(privateKey) ? { privateKey, method } : undefined;
}
