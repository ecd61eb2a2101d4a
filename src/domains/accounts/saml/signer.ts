// With what messages to the provider are signed.
import type { Signer } from '../../../protocols/saml/messages.ts';
import { isPrivateKey, type SamlSettings } from './settings.ts';

/** The key of sign-outs, which the standard wants signed: they are wherever there is one. */
export const logoutSignerOf = (settings: SamlSettings): Signer | undefined => {
  const { 'private-key': privateKey, 'signature-signing-method': method } = settings;
  return privateKey !== null && isPrivateKey(privateKey) ? { privateKey, method } : undefined;
};

/** The key of sign-ins, where the settings say that these are to be signed. */
export const signerOf = (settings: SamlSettings): Signer | undefined =>
  settings['authn-requests-signed'] ? logoutSignerOf(settings) : undefined;
