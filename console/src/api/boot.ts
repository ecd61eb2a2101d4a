// Facts on the service and on the session that are known before the first request; `src/domains/console/document.ts`
// writes them.
import type { VocabularyName } from '../../../client/vocabulary.ts';

interface Provider {
  /** Null for SAML, which has one provider without a name. */
  readonly name: string | null;
  /** True if people sign in through it. */
  readonly isOn: boolean;
  readonly linkPath: string;
  readonly checkPath: string;
}

export interface Boot {
  /** Value that the content security policy requires of a style element. */
  readonly nonce: string;
  readonly version: string;
  /** The address of the service, with the path prefix. */
  readonly address: string;
  /** Prefix of every path of the service; empty where it has an origin of its own. */
  readonly prefix: string;
  readonly edition: 'all' | 'hosted' | 'self-hosted';
  /** The words of the service where they differ from those of the API's description. */
  readonly vocabulary: VocabularyName;
  /** The account that the session acts as. */
  readonly userId: string;
  readonly impersonation?: { readonly administrator: string; readonly reason: string };
  /** Present for site administrators while the instance is held after a restore; times in ISO 8601. */
  readonly held?: { readonly at: string; readonly madeAt: string };
  /** The identity providers to which the account can be linked, and those that are only set up. */
  readonly providers: readonly Provider[];
}

const read = (): Boot => JSON.parse(document.getElementById('boot')?.textContent ?? '{}');

export const boot: Boot = read();

/** A path of the service as the browser requests it. */
export const pathTo = (path: string): string => boot.prefix + path;

export type OperatorTextName = 'announcement' | 'footer' | 'new-user';

/** A text that the operator wrote, sanitized by the service; undefined where there is none. */
export function operatorText(name: OperatorTextName): DocumentFragment | undefined {
  const template = document.getElementById(name);
  return template instanceof HTMLTemplateElement ? template.content : undefined;
}
