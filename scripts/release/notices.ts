// Writes `THIRD-PARTY-NOTICES.txt`. It contains the licenses of all third-party components in the program, with each
// license text once.
import type { Component } from './component.ts';

/** Name of the file in the program's folder. */
export const noticesFile = 'THIRD-PARTY-NOTICES.txt';

const line = '-'.repeat(80);

export function noticesOf(components: readonly Component[]): string {
  const owners = new Map<string, string[]>();
  for (const component of components) {
    for (const text of component.texts) owners.set(text, [...(owners.get(text) ?? []), nameOf(component)]);
  }
  const notices = [...owners].map(([text, names]) => `${line}\n${names.join('\n')}\n${line}\n\n${text}\n`);
  return `Tipstaff contains the following software.\n\n${notices.join('\n')}`;
}

/** Names a component and its license. The address of the source code is added if the license requires it. */
const nameOf = ({ name, version, license, source }: Component): string =>
  [`${name} ${version} (${license})`, ...(license.includes('MPL') && source !== undefined ? [source] : [])].join(', ');
