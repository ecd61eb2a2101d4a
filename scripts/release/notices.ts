// `THIRD-PARTY-NOTICES.txt`: the licenses of all third-party components in the program, each text once.
import type { Component } from './component.ts';

/** File name in the program's folder. */
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

/** Includes the source address if the license requires it. */
const nameOf = ({ name, version, license, source }: Component): string =>
  [`${name} ${version} (${license})`, ...(license.includes('MPL') && source !== undefined ? [source] : [])].join(', ');
