// What a consumer of a deprecated version is told, wherever that is.
import { visible } from '../../../lib/text.ts';

/** A version that is deprecated, and what to take instead. */
export interface Warning {
  /** Its organization, name and provider, with a slash between. */
  readonly module: string;
  readonly version: string;
  readonly reason: string | null;
  readonly link: string | null;
  /** The newest version that is not deprecated; null where none is left. */
  readonly newest: string | null;
}

/** What stands above the warnings (decisions, module versions and deprecation). */
export const heading = 'Warning: Deprecated modules found, consider installing an updated version.';

const maxShownLength = 1_000;

/** A publisher's text as a part of one line: nothing in it ends the line, or acts on what shows it. */
const inLine = (text: string): string => {
  const characters = [...visible(text.trim().replaceAll(/\s+/gu, ' '))];
  return characters.length > maxShownLength ? `${characters.slice(0, maxShownLength).join('')}…` : characters.join('');
};

const inlineText = (text: string | null): string => inLine(text ?? '');

const sentence = (before: string, text: string, after = ''): string => (text === '' ? '' : `${before}${text}${after}`);

/** The line about one version. */
export const lineOf = ({ module, version, reason, link, newest }: Warning): string => {
  const why = sentence(': ', inlineText(reason));
  const more = sentence(' (', inlineText(link), ')');
  const instead =
    newest === null
      ? 'No version of it is left that is not deprecated.'
      : `The newest version that is not deprecated is ${newest}.`;
  const end = /[.!?…]$/.test(why) && more === '' ? '' : '.';
  return `Version ${version} of ${module} is deprecated${why}${more}${end} ${instead}`;
};
