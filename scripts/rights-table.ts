// Generates the tables in the documentation that list the rights in all domains.
import { accountConditions, accountRights } from '../src/domains/accounts/access.ts';
import { auditRights } from '../src/domains/audit/access.ts';
import { moduleConditions, moduleRights } from '../src/domains/modules/access.ts';
import { organizationConditions, organizationRights } from '../src/domains/organizations/access.ts';
import { policyConditions, policyRights } from '../src/domains/policies/access.ts';
import { administrationRights } from '../src/http/callers.ts';
import { permissionNames } from '../src/kernel/permissions.ts';
import { callerConditions, type Right, type RightsTable } from '../src/kernel/rights.ts';

const tables: readonly RightsTable<string>[] = [
  organizationRights,
  policyRights,
  moduleRights,
  accountRights,
  auditRights,
  administrationRights,
];
const conditions = {
  ...callerConditions,
  ...organizationConditions,
  ...accountConditions,
  ...policyConditions,
  ...moduleConditions,
};
const permissions: ReadonlySet<string> = new Set(permissionNames);

const spaced = (name: string): string => name.replaceAll('-', ' ');

const shownRight = (right: Right<string>): string =>
  right
    .map((each) => [each].flat().map((word) => (permissions.has(word) ? `\`${word}\`` : `*${spaced(word)}*`)))
    .map((words, index) => `${index > 0 && index === right.length - 1 ? 'or ' : ''}${words.join(' and ')}`)
    .join(', ');

/**
 * Returns a table row for each right of a resource with the actions that the right allows, and a row for each
 * condition.
 */
export const rightsTables = (): string =>
  [
    '| Resource | Action | Allowed for |',
    '| --- | --- | --- |',
    ...tables.flatMap(Object.entries<RightsTable<string>[string]>).flatMap(([resource, actions]) => {
      const byRight = Map.groupBy(Object.keys(actions), (action) => shownRight(actions[action] ?? []));
      return [...byRight].map(([right, names]) => `| \`${resource}\` | ${spaced(names.join(', '))} | ${right} |`);
    }),
    '',
    '| Condition | Meaning |',
    '| --- | --- |',
    ...Object.entries(conditions).map(([word, sentence]) => `| *${spaced(word)}* | ${sentence} |`),
  ].join('\n');
