// Data about the service and the session that `src/domains/console/document.ts` writes into the HTML page, so that it
// is available before the first request.
import type { VocabularyName } from '../../../client/vocabulary.ts';

interface Provider {
  /** Name of the provider. Null for SAML, which has only one provider. */
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
  /** URL of the service, including the path prefix. */
  readonly address: string;
  /** Prefix of all paths of the service. Empty if the service is at the root of its host. */
  readonly prefix: string;
  readonly edition: 'all' | 'hosted' | 'self-hosted';
  /** Vocabulary that the service uses on the wire. It may differ from the vocabulary of the OpenAPI description. */
  readonly vocabulary: VocabularyName;
  /** Identifier of the signed-in account. */
  readonly userId: string;
  readonly impersonation?: { readonly administrator: string; readonly reason: string };
  /**
   * Present while the instance is on hold after a restore, so that it does not affect other systems. Only site
   * administrators get it. `at` is the time of the restore and `madeAt` the time of the backup, both in ISO 8601.
   */
  readonly held?: { readonly at: string; readonly madeAt: string };
  /** Identity providers that accounts can be linked to, including configured providers that are not enabled. */
  readonly providers: readonly Provider[];
}

const read = (): Boot => JSON.parse(document.getElementById('boot')?.textContent ?? '{}');

export const boot: Boot = read();

/** Converts a path of the service to the path that the browser requests. */
export const pathTo = (path: string): string => boot.prefix + path;

export type OperatorTextName = 'announcement' | 'footer' | 'new-user';

/** Returns a text that the operator has set and the service has sanitized. Undefined if it is not set. */
export function operatorText(name: OperatorTextName): DocumentFragment | undefined {
  const template = document.getElementById(name);
  return template instanceof HTMLTemplateElement ? template.content : undefined;
}
