// Filters for the list of findings.

import { allLevels } from '../../../kernel/enforcement-levels.ts';
import { severities } from '../../../protocols/policy-output/severity.ts';
import type { Finding } from './findings.ts';
import { findingStatuses } from './stored-outcome.ts';

interface Filter {
  readonly choices?: readonly string[];
  readonly matches: (finding: Finding, value: string) => boolean;
}

/** Filter value that selects findings without a severity. */
const none = 'none';

const filters: Readonly<Record<string, Filter>> = {
  'filter[blocking]': { choices: ['true', 'false'], matches: ({ blocking }, value) => String(blocking) === value },
  'filter[old]': { choices: ['true', 'false'], matches: ({ old }, value) => String(old) === value },
  'filter[level]': { choices: allLevels, matches: ({ outcome }, value) => outcome.enforcement_level === value },
  'filter[status]': { choices: findingStatuses, matches: ({ outcome }, value) => outcome.status === value },
  'filter[severity]': { choices: [...severities, none], matches: ({ severity = none }, value) => severity === value },
  'filter[address]': { matches: ({ address }, value) => address === value },
  'filter[policy]': { matches: ({ outcome }, value) => outcome.policy_id === value || outcome.policy_name === value },
};

/** Query parameters of the filters, for the definition of the route. */
export const findingFilters = {
  parameters: Object.keys(filters),
  choices: Object.fromEntries(
    Object.entries(filters).flatMap(([name, { choices }]) => (choices ? [[name, choices]] : [])),
  ),
};

/** Returns the findings that match all filters of a request. */
export function filtered(
  findings: readonly Finding[],
  value: (name: string) => string | undefined,
): readonly Finding[] {
  const wanted = Object.entries(filters).flatMap(([name, { matches }]) => {
    const text = value(name);
    return text === undefined ? [] : [(finding: Finding) => matches(finding, text)];
  });
  return wanted.length === 0 ? findings : findings.filter((finding) => wanted.every((matches) => matches(finding)));
}
