import { actionTexts, resourceTypeTexts } from './audit-actions.ts';
import { catalogue, localized } from './catalogue.ts';
import { counted } from './common.ts';
import { settingsGroupTexts } from './settings-groups.ts';
import { words } from './words.ts';

const nameIn = (names: Readonly<Record<string, string>>, code: string): string => {
  const name = names[code];
  return name === undefined ? code : localized(name);
};

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

export const t = catalogue({
  ...words,
  title: 'Audit trail',
  intro:
    'Actions in this organization, newest first. A hash chain links the records, so later changes to a record are detected.',
  siteIntro:
    'Actions on the whole site, newest first. A hash chain links the records, so later changes to a record are detected.',
  what: 'audit records',
  action: 'Kind of event',
  actor: 'Who',
  thing: 'What',
  'resource-type': 'Resource type',
  organization: 'Organization',
  since: 'From',
  until: 'Until',
  when: 'When',
  unnamed: (kind: string, id: string) => `${kind} ${id}`,
  actedBy: (administrator: string) => `(by ${administrator})`,
  by: 'Impersonated by',
  request: 'Request',
  happened: (action: string, thing: string | undefined) => (thing === undefined ? action : `${action}: ${thing}`),
  happenedBy: (event: string, who: string) => `${event}, by ${who}`,
  version: (version: string, module: string) => `${version} of ${module}`,
  narrow: (facet: string, value: string) => `Only ${facet.toLowerCase()}: ${value}`,
  detailsOf: (action: string, id: string) => `Details of ${action} ${id}`,
  changes: 'What changed',
  field: 'Field',
  before: 'Before',
  after: 'After',
  noChanges: 'This record contains no changed values.',
  chainPlace: 'Position in the hash chain',
  place: (sequence: number) => `${sequence.toLocaleString('en')}, not verified yet`,
  placeVerified: (sequence: number) => `${sequence.toLocaleString('en')}, verified`,
  notSealed: 'Not in the hash chain yet',
  chainVerified: (through: number) => `The hash chain is verified up to record ${through.toLocaleString('en')}.`,
  chainUnverified: 'The hash chain has not been verified yet. It will be verified within a minute.',
  chainBroken: 'The records do not match the hash chain',
  chainBrokenHint: (through: number) =>
    `Records up to ${through.toLocaleString('en')} match. Run “tipstaff audit verify” on the server for details.`,
  exportAct: 'Download',
  exporting: (loaded: number) => `${counted(loaded, 'record')} downloaded…`,
  exportHint: (limit: number) => `Downloads up to ${counted(limit, 'record')} that match, as JSON lines.`,
});
