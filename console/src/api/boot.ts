// Facts about the service and the session that `src/domains/console/document.ts` writes into the page, so that they are
// known before the first request.
import type { VocabularyName } from '../../../client/vocabulary.ts';

interface Provider {
  /** Null for SAML, whose single provider has no name. */
  readonly name: string | null;
  /** Whether users can sign in through the provider. */
  readonly isOn: boolean;
  readonly linkPath: string;
  readonly checkPath: string;
}

export interface Boot {
  /** Nonce that the content security policy requires for style elements. */
  readonly nonce: string;
  readonly version: string;
  /** Address of the service, including the path prefix. */
  readonly address: string;
  /** Prefix of all paths of the service; empty if the service has an origin of its own. */
  readonly prefix: string;
  readonly edition: 'all' | 'hosted' | 'self-hosted';
  /** Vocabulary of the service, which may differ from that of the OpenAPI description. */
  readonly vocabulary: VocabularyName;
  /** Identifier of the session's account. */
  readonly userId: string;
  readonly impersonation?: { readonly administrator: string; readonly reason: string };
  /** Set for site administrators while the instance is on hold after a restore. Times are in ISO 8601. */
  readonly held?: { readonly at: string; readonly madeAt: string };
  /** Identity providers that the account can be linked to, and configured providers that are not enabled. */
  readonly providers: readonly Provider[];
}

const read = (): Boot => JSON.parse(document.getElementById('boot')?.textContent ?? '{}');

export const boot: Boot = read();

/** Converts a path of the service to the path that the browser requests. */
export const pathTo = (path: string): string => boot.prefix + path;

export type OperatorTextName = 'announcement' | 'footer' | 'new-user';

/** Returns a text of the operator, which the service has sanitized; undefined if there is none. */
export function operatorText(name: OperatorTextName): DocumentFragment | undefined {
  const template = document.getElementById(name);
  return template instanceof HTMLTemplateElement ? template.content : undefined;
}
