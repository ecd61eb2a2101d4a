// Cursors: positions in lists as opaque texts that clients send back. A cursor is signed for its list, so cursors of
// other lists are not accepted.
import type { PagePosition } from '../kernel/page.ts';
import type { Vault } from '../kernel/secrets.ts';

/** Writes and reads the cursors of one list. */
export interface Cursors {
  write(place: PagePosition): string;
  /** Returns undefined if the text is not a cursor of this list. */
  read(text: string): PagePosition | undefined;
}

/** Makes the cursors of a list. `list` must differ for lists with other rows or another order. */
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
