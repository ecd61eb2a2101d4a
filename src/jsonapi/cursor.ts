// Places in lists as texts that clients send back. Each is signed for its list, so that no other place is taken.
import type { Place } from '../kernel/page.ts';
import type { Vault } from '../kernel/secrets.ts';

/** Writes and reads the cursors of one list. */
export interface Cursors {
  write(place: Place): string;
  /** Undefined where it is not a cursor of this list. */
  read(text: string): Place | undefined;
}

/** `list` tells lists with other rows or in another order apart. */
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
