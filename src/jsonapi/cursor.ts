// Cursors are opaque texts that stand for a position in a list. Clients send them back to get adjacent pages. A cursor
// is signed for one list, and other lists refuse it.
import type { PagePosition } from '../kernel/page.ts';
import type { Vault } from '../kernel/secrets.ts';

/** Writes and reads the cursors of one list. */
export interface Cursors {
  write(place: PagePosition): string;
  /** Returns the position, or undefined if the text is not a cursor of this list. */
  read(text: string): PagePosition | undefined;
}

/**
 * Returns the functions that write and read the cursors of a list. `list` identifies the list. Lists with different
 * rows or a different order must have different values.
 */
export const cursorsOf = ({ sign, isSigned }: Pick<Vault, 'sign' | 'isSigned'>, list: string): Cursors => ({
  write: (place) => {
    const payload = Buffer.from(JSON.stringify(place)).toString('base64url');
    return `${payload}.${sign('cursor', `${list} ${payload}`)}`;
  },
  read: (text) => {
    const end = text.indexOf('.');
    const payload = text.slice(0, Math.max(0, end));
    if (!isSigned('cursor', `${list} ${payload}`, text.slice(end + 1))) return undefined;
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  },
});
