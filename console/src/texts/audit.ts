import { actionTexts, resourceTypeTexts } from './audit-actions.ts';
import { settingsGroupTexts } from './settings-groups.ts';

const nameIn = (names: Readonly<Record<string, string>>, code: string): string => names[code] ?? code;

const optionsOf = (names: Readonly<Record<string, string>>) => (others: readonly string[]) =>
  [...new Set([...Object.keys(names), ...others])]
    .map((value) => ({ value, label: nameIn(names, value) }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'));

/** Name of an action; one that this console does not know is named by its code. */
export const actionName = (action: string): string => nameIn(actionTexts, action);

export const resourceTypeName = (type: string): string => nameIn(resourceTypeTexts, type);

/** Actors that are nobody in particular: their kinds, and the names of programs. */
const actorTexts: Readonly<Record<string, string>> = {
  anonymous: 'somebody who is not signed in',
  'audit-trails': 'a token for the audit trail',
  'command line': 'the command line',
  service: 'the service',
};

/** Name of a program, or of an actor without an identifier by its kind. */
export const programName = (code: string): string => nameIn(actorTexts, code);

/** Name of a group of settings. */
export const settingsName = (group: string): string => nameIn(settingsGroupTexts, group);

/** Every known action with its name, and these others. */
export const actionOptions = optionsOf(actionTexts);

export const resourceTypeOptions = optionsOf(resourceTypeTexts);

export const facetNames = {
  resource: 'Resource',
  action: 'Kind of event',
  actor: 'Who',
  'resource-type': 'Resource type',
  organization: 'Organization',
  since: 'From',
  until: 'Until',
};
