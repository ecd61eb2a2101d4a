import type { Context } from '../../../context.ts';
import { metadata } from '../../../protocols/saml/messages.ts';
import { isBlank } from '../../instance/settings/group.ts';
import { logoutUrlOf, serviceProviderOf } from './believed.ts';
import { samlSettings } from './settings.ts';
import { signerOf } from './signer.ts';

/** What identity providers read of this service, in XML; the same whether single sign-on is enabled or about to be. */
export const metadataOf = (context: Context): string => {
  const settings = samlSettings(context);
  const { certificate } = settings;
  return metadata(serviceProviderOf(context), {
    logoutUrl: logoutUrlOf(context),
    signsRequests: signerOf(settings) !== undefined,
    certificate: certificate === null || isBlank(certificate) ? undefined : certificate,
  });
};
