import { memoize } from '../lib/functions/memoize.ts';
import { pathPrefixOf } from '../lib/network/address.ts';
import type { Html } from '../lib/text/html.ts';
import { sanitizedOperatorHtml } from './operator-html.ts';
import { type PageStyle, styleWith } from './style.ts';

interface Texts {
  /** Text at the top of every page. */
  readonly announcement: Html | undefined;
  readonly footer: Html | undefined;
  /** Text below the form on the sign-in page. */
  readonly loginHelp: Html | undefined;
  /** Text on error pages. */
  readonly error: Html | undefined;
  /** Text for a user who is not a member of any organization. */
  readonly newUser: Html | undefined;
  /** Email address for questions. */
  readonly supportAddress: string;
}

/** Texts as the operator entered them: plain text or HTML. */
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

/** Properties of the service that pages need. */
export interface Site {
  readonly address: string;
  readonly isSecure: boolean;
  readonly texts: Texts;
  /**
   * Returns the path that browsers request for a path of the service. It begins with the path prefix if a proxy removes
   * such a prefix.
   */
  readonly to: (path: string) => string;
  readonly style: PageStyle;
}

/**
 * Returns the site at a URL. The texts are converted to HTML once for each object `written`. `font` is the path of the
 * font file, or empty if there is no such file.
 */
export function siteAt(address: string, written: WrittenTexts, font: string): Site {
  const { protocol } = new URL(address);
  const prefix = pathPrefixOf(address);
  const style = styleWith(font && prefix + font);
  return { address, isSecure: protocol === 'https:', texts: textsOf(written), to: (path) => prefix + path, style };
}
