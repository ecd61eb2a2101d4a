import { memoize } from '../lib/functions/memoize.ts';
import { pathPrefixOf } from '../lib/network/address.ts';
import type { Html } from '../lib/text/html.ts';
import { sanitizedOperatorHtml } from './operator-html.ts';

/** The operator's texts on pages. */
interface Texts {
  /** At the top of every page. */
  readonly announcement: Html | undefined;
  readonly footer: Html | undefined;
  /** Below the form on the sign-in page. */
  readonly loginHelp: Html | undefined;
  /** On error pages. */
  readonly error: Html | undefined;
  /** For a person who is in no organization yet. */
  readonly newUser: Html | undefined;
  /** The e-mail address for questions. */
  readonly supportAddress: string;
}

/** The texts as the operator wrote them: plain, or in HTML. */
interface WrittenTexts {
  readonly announcement: string;
  readonly footer: string;
  readonly 'login-help': string;
  readonly error: string;
  readonly 'new-user': string;
  readonly 'support-email-address': string;
}

const textsOf = memoize(
  (written: WrittenTexts): Texts => ({
    announcement: sanitizedOperatorHtml(written.announcement),
    footer: sanitizedOperatorHtml(written.footer),
    loginHelp: sanitizedOperatorHtml(written['login-help']),
    error: sanitizedOperatorHtml(written.error),
    newUser: sanitizedOperatorHtml(written['new-user']),
    supportAddress: written['support-email-address'],
  }),
);

/** Facts about the service that pages need to know. */
export interface Site {
  /** The address of the service. */
  readonly address: string;
  readonly isSecure: boolean;
  readonly texts: Texts;
  /** A path of the service as browsers request it: behind a proxy, the service may have a path prefix. */
  readonly to: (path: string) => string;
}

/** The site at an address; its texts are made once for each object of written ones. */
export function siteAt(address: string, written: WrittenTexts): Site {
  const { protocol } = new URL(address);
  const prefix = pathPrefixOf(address);
  return { address, isSecure: protocol === 'https:', texts: textsOf(written), to: (path) => prefix + path };
}
