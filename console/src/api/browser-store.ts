import { boot } from './boot.ts';

/** Returns functions that read and write a text that the browser stores for the signed-in user. */
export function browserStore(name: string) {
  const key = `tipstaff-${name}-${boot.userId}`;
  return {
    /** Returns undefined if nothing is stored, or if the browser blocks storage. */
    read(): string | undefined {
      try {
        return localStorage.getItem(key) ?? undefined;
      } catch {
        return undefined;
      }
    },
    write(text: string): void {
      try {
        localStorage.setItem(key, text);
      } catch {
        // If the browser blocks storage, the value is lost when the page is left.
      }
    },
  };
}
