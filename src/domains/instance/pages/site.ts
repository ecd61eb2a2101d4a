import type { Context } from '../../../context.ts';
import { memoize } from '../../../lib/functions/memoize.ts';
import { pathPrefixOf } from '../../../lib/network/address.ts';
import type { Html } from '../../../lib/text/html.ts';
import { customizationSettings } from '../groups/customization.ts';
import { sanitizedOperatorHtml } from './operator-html.ts';

/** The operator's texts on pages. */
export interface Texts {
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

const textsOf = memoize(
  (settings: ReturnType<typeof customizationSettings>): Texts => ({
    announcement: sanitizedOperatorHtml(settings.announcement),
    footer: sanitizedOperatorHtml(settings.footer),
    loginHelp: sanitizedOperatorHtml(settings['login-help']),
    error: sanitizedOperatorHtml(settings.error),
    newUser: sanitizedOperatorHtml(settings['new-user']),
    supportAddress: settings['support-email-address'],
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

export function siteOf(context: Context): Site {
  const address = context.baseUrl();
  const { protocol } = new URL(address);
  const prefix = pathPrefixOf(address);
  const texts = textsOf(customizationSettings(context));
  return {
    address,
    isSecure: protocol === 'https:',
    texts,
    to: (path) => prefix + path,
  };
}
