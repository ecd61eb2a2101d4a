// The warning about a deprecated version, wherever consumers read it.
import { visible } from '../../lib/text/text.ts';

/** A deprecated version, and which one to use instead. */
export interface Warning {
  /** Its organization, name and provider, with a slash between. */
  readonly module: string;
  readonly version: string;
  readonly reason: string | null;
  readonly link: string | null;
  /** The newest version that is not deprecated; null where there is none. */
  readonly newest: string | null;
}

/** Heading above the warnings (decisions, module versions and deprecation). */
export const heading = 'Warning: Deprecated modules found, consider installing an updated version.';

/** The warning about one version, in one line. */
export function lineOf({ module, version, reason, link, newest }: Warning): string {
  const why = between(': ', inLine(reason ?? ''));
  const more = between(' (', inLine(link ?? ''), ')');
  const end = /[.!?…]$/.test(why) && more === '' ? '' : '.';
  const advice =
    newest === null
      ? 'This module has no version that is not deprecated.'
      : `The newest version that is not deprecated is ${newest}.`;
  return `Version ${version} of ${module} is deprecated${why}${more}${end} ${advice}`;
}

const between = (before: string, text: string, after = ''): string => (text === '' ? '' : `${before}${text}${after}`);

/** In characters. */
const maxShownLength = 1_000;

/** A publisher's text as part of a line: nothing in it ends the line or controls a terminal. */
function inLine(text: string): string {
  const line = visible(text.trim().replaceAll(/\s+/gu, ' '));
  if (line.length <= maxShownLength) return line;
  const characters = [...line];
  return characters.length > maxShownLength ? `${characters.slice(0, maxShownLength).join('')}…` : line;
}
