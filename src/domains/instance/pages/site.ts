import type { Context } from '../../../context.ts';
import type { Html } from '../../../lib/html.ts';
import { memoize } from '../../../lib/memoize.ts';
import { sanitizedOperatorHtml } from '../../../lib/operator-html.ts';
import { customizationSettings } from '../groups/customization.ts';

/** What an operator has the pages say beside our own words. */
export interface Texts {
  readonly footer: Html | undefined;
  /** Below the form on the sign-in page. */
  readonly loginHelp: Html | undefined;
  /** On the page of a fault. */
  readonly error: Html | undefined;
  /** For somebody who is in no organization yet. */
  readonly newUser: Html | undefined;
}

/** Made once for each change of the settings. */
const textsOf = memoize(
  (settings: ReturnType<typeof customizationSettings>): Texts => ({
    footer: sanitizedOperatorHtml(settings.footer),
    loginHelp: sanitizedOperatorHtml(settings['login-help']),
    error: sanitizedOperatorHtml(settings.error),
    newUser: sanitizedOperatorHtml(settings['new-user']),
  }),
);

/** What a page needs to know of the service that it is a page of. */
export interface Site {
  /** The address that people are to open. */
  readonly address: string;
  readonly isSecure: boolean;
  readonly texts: Texts;
  /** One of the service's own paths as browsers ask for it: a proxy may have put the service under a path. */
  readonly to: (path: string) => string;
}

export const siteOf = (context: Context): Site => {
  const address = context.baseUrl();
  const { pathname, protocol } = new URL(address);
  const prefix = pathname === '/' ? '' : pathname;
  const texts = textsOf(customizationSettings(context));
  return {
    address,
    isSecure: protocol === 'https:',
    texts,
    to: (path) => prefix + path,
  };
};
