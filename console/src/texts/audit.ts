import { actionTexts, resourceTypeTexts } from './audit-actions.ts';
import { settingsGroupTexts } from './settings-groups.ts';

const nameIn = (names: Readonly<Record<string, string>>, code: string): string => names[code] ?? code;

const optionsOf = (names: Readonly<Record<string, string>>) => (others: readonly string[]) =>
  [...new Set([...Object.keys(names), ...others])]
    .map((value) => ({ value, label: nameIn(names, value) }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'));

/** Returns the display name of an audit action, or the action's code if the console does not know it. */
export const actionName = (action: string): string => nameIn(actionTexts, action);

export const resourceTypeName = (type: string): string => nameIn(resourceTypeTexts, type);

/** Display names of actors without an identifier, by type of actor or name of the program. */
const actorTexts: Readonly<Record<string, string>> = {
  anonymous: 'a person who is not signed in',
  'audit-trails': 'a token for the audit trail',
  'command line': 'the command line',
  service: 'the service',
};

/** Returns the display name of a program or another actor without an identifier. */
export const programName = (code: string): string => nameIn(actorTexts, code);

export const settingsName = (group: string): string => nameIn(settingsGroupTexts, group);

/** Options of the filters for audit actions and resource types. */
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
