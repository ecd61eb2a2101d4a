// SAML identity provider based on the library samlify. It is configured only from the tested service's metadata.
import { createRequire } from 'node:module';
import type { Answer } from '../answer.ts';
import { addresses, keys, providerName } from './sso.ts';

interface Service {
  readonly entityMeta: { getEntityID(): string; getAssertionConsumerService(binding: 'post'): string };
}

interface LoginRequest {
  readonly extract: { readonly request: { readonly id: string } };
}

interface Provider {
  parseLoginRequest(service: Service, binding: 'redirect', request: { readonly query: object }): Promise<LoginRequest>;
  createLoginResponse(
    service: Service,
    request: LoginRequest,
    binding: 'post',
    person: object,
    options: { readonly customTagReplacement: (text: string) => { readonly id: string; readonly context: string } },
  ): Promise<{ readonly context: string }>;
}

interface Samlify {
  IdentityProvider(settings: object): Provider;
  ServiceProvider(settings: { readonly metadata: Buffer }): Service;
  setSchemaValidator(validator: { readonly validate: () => Promise<string> }): void;
}

// NOTE: loaded with `require`, because the package's types would declare browser globals for the whole project.
const { IdentityProvider, ServiceProvider, setSchemaValidator }: Samlify = createRequire(import.meta.url)('samlify');

const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

// samlify requires a validator for XML schemas. This stub replaces it, because a real validator would need another
// package.
setSchemaValidator({ validate: async () => 'skipped' });

const attribute = (name: string, valueTag: string) => ({
  name,
  valueTag,
  nameFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
  valueXsiType: 'xs:string',
});

const template = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="{ID}" Version="2.0" IssueInstant="{IssueInstant}" Destination="{Destination}" InResponseTo="{InResponseTo}"><saml:Issuer>{Issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="{StatusCode}"/></samlp:Status><saml:Assertion ID="{AssertionID}" Version="2.0" IssueInstant="{IssueInstant}" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><saml:Issuer>{Issuer}</saml:Issuer><saml:Subject><saml:NameID Format="{NameIDFormat}">{NameID}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="{SubjectConfirmationDataNotOnOrAfter}" Recipient="{SubjectRecipient}" InResponseTo="{InResponseTo}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="{ConditionsNotBefore}" NotOnOrAfter="{ConditionsNotOnOrAfter}"><saml:AudienceRestriction><saml:Audience>{Audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="{IssueInstant}" SessionIndex="{AssertionID}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>{AttributeStatement}</saml:Assertion></samlp:Response>`;

const provider = IdentityProvider({
  entityID: providerName,
  privateKey: keys.privateKey,
  signingCert: keys.certificate,
  isAssertionEncrypted: false,
  requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  nameIDFormat: ['urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'],
  singleSignOnService: [{ Binding: redirect, Location: addresses['sso-endpoint-url'] }],
  singleLogoutService: [{ Binding: redirect, Location: addresses['slo-endpoint-url'] }],
  loginResponseTemplate: {
    context: template,
    attributes: [attribute('Username', 'user.username'), attribute('MemberOf', 'user.groups')],
  },
});

/** Parses the request in a URL. Returns the response as the browser would post it. */
export const answerOfStock = async (
  metadata: Answer,
  address: string,
  person: { readonly email: string; readonly username: string; readonly groups: string },
): Promise<string> => {
  const service = ServiceProvider({ metadata: metadata.bytes });
  const query = Object.fromEntries(new URL(address).searchParams);
  const request = await provider.parseLoginRequest(service, 'redirect', { query });
  const id = request.extract.request.id;
  const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
  const { context } = await provider.createLoginResponse(service, request, 'post', person, {
    customTagReplacement: (text: string) => ({
      id: '_stock',
      context: Object.entries({
        ID: '_stock',
        AssertionID: '_stock-assertion',
        Issuer: providerName,
        Destination: service.entityMeta.getAssertionConsumerService('post'),
        SubjectRecipient: service.entityMeta.getAssertionConsumerService('post'),
        Audience: service.entityMeta.getEntityID(),
        InResponseTo: id,
        IssueInstant: at(0),
        ConditionsNotBefore: at(0),
        ConditionsNotOnOrAfter: at(300_000),
        SubjectConfirmationDataNotOnOrAfter: at(300_000),
        StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
        NameIDFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
        NameID: person.email,
        attrUserUsername: person.username,
        attrUserGroups: person.groups,
      }).reduce((whole, [name, value]) => whole.replaceAll(`{${name}}`, String(value)), text),
    }),
  });
  return context;
};
