// SAML identity provider that requests the end of sessions (single logout).
import { createSign } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { Answer } from '../answer.ts';
import type { Browser } from '../browser.ts';
import type { World } from '../world.ts';
import type { KeyPair } from './certificate.ts';
import { posted, signedXml } from './provider.ts';
import { keys, providerName } from './sso.ts';

/** Content of a logout request. Texts are inserted into the XML without escaping. */
export interface Ending {
  readonly id: string;
  readonly issuer: string;
  readonly destination: string;
  readonly nameId: string;
  /** Index of the session to end; undefined to end all sessions of the named user. */
  readonly sessionIndex: string | undefined;
  readonly issuedAt: number;
  /** Time at which the request expires; undefined if it does not expire. */
  readonly notOnOrAfter: number | undefined;
}

const minute = 60_000;
let counter = 0;

/** Returns the logout request that a correct provider sends when Alice signs out. */
export const endingOf = ({ context }: Pick<World, 'context'>, changes: Partial<Ending> = {}): Ending => {
  const now = context.clock.now();
  counter += 1;
  return {
    id: `_ending-${counter}`,
    issuer: providerName,
    destination: `${context.baseUrl()}/users/saml/logout`,
    nameId: 'alice@example.com',
    sessionIndex: undefined,
    issuedAt: now,
    notOnOrAfter: now + 2 * minute,
    ...changes,
  };
};

const at = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Returns the unsigned XML of a logout request. */
export const logoutXml = (ending: Ending): string => {
  const { notOnOrAfter, sessionIndex } = ending;
  const end = notOnOrAfter === undefined ? '' : ` NotOnOrAfter="${at(notOnOrAfter)}"`;
  const index = sessionIndex === undefined ? '' : `<samlp:SessionIndex>${sessionIndex}</samlp:SessionIndex>`;
  return (
    '<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"' +
    ` ID="${ending.id}" Version="2.0" IssueInstant="${at(ending.issuedAt)}" Destination="${ending.destination}"${end}>` +
    `<saml:Issuer>${ending.issuer}</saml:Issuer><saml:NameID>${ending.nameId}</saml:NameID>${index}</samlp:LogoutRequest>`
  );
};

/** Returns a logout request for the POST binding, with an embedded XML signature. */
export const signedLogout = (ending: Ending, pair = keys): string => signedXml(logoutXml(ending), ending.id, pair);

export const deflated = (xml: string): string => deflateRawSync(xml).toString('base64');

const methods = {
  sha1: { name: 'RSA-SHA1', uri: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' },
  sha256: { name: 'RSA-SHA256', uri: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256' },
};

interface Carrying {
  readonly relayState?: string;
  readonly pair?: KeyPair;
  readonly method?: keyof typeof methods;
}

/** Returns the query string of a logout request for the redirect binding, with a detached signature. */
export const signedQuery = (xml: string, { relayState, pair = keys, method = 'sha256' }: Carrying = {}): string => {
  const { name, uri } = methods[method];
  const carried = { SAMLRequest: deflated(xml), ...(relayState !== undefined && { RelayState: relayState }) };
  const octets = new URLSearchParams({ ...carried, SigAlg: uri }).toString();
  const signature = createSign(name).update(octets).sign(pair.privateKey, 'base64');
  return `${octets}&${new URLSearchParams({ Signature: signature })}`;
};

const path = '/users/saml/logout';

/** Sends a logout request to the service, as the browser does after the provider's redirect. */
export const carryLogout = (browser: Browser, query: string): Promise<Answer> =>
  browser.request({ method: 'GET', path: `${path}?${query}`, headers: { 'sec-fetch-site': 'cross-site' } });

/** Posts form fields to the service, as a page of the provider does. */
export const postLogout = (browser: Browser, fields: Readonly<Record<string, string>> | string): Promise<Answer> =>
  browser.request({
    method: 'POST',
    path,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://idp.example.com',
      'sec-fetch-site': 'cross-site',
    },
    body: Buffer.from(typeof fields === 'string' ? fields : new URLSearchParams(fields).toString()),
  });

/** Posts a signed logout request. */
export const postEnding = (browser: Browser, ending: Ending, pair = keys): Promise<Answer> =>
  postLogout(browser, { SAMLRequest: posted(signedLogout(ending, pair)) });
