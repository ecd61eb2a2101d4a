import type { Context } from '../../context.ts';

/** What an operator has the pages say beside our own words; plain text. */
export interface Texts {
  readonly footer?: string;
  /** Below the form on the sign-in page. */
  readonly loginHelp?: string;
  /** On the page of a fault. */
  readonly error?: string;
  /** For somebody who is in no organization yet. */
  readonly newUser?: string;
}

/** What a page needs to know of the service that it is a page of. */
export interface Site {
  /** The address that people are to open. */
  readonly address: string;
  readonly isSecure: boolean;
  readonly texts: Texts;
  /** One of the service's own paths as browsers ask for it: a proxy may have put the service under a path. */
  readonly to: (path: string) => string;
}

export const siteOf = ({ baseUrl }: Context): Site => {
  const address = baseUrl();
  const { pathname, protocol } = new URL(address);
  const prefix = pathname === '/' ? '' : pathname;
  return { address, isSecure: protocol === 'https:', texts: {}, to: (path) => prefix + path };
};
