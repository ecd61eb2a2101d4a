// Generates the command-line reference from the command declarations.

import { commands, groups } from '../src/cli/commands/index.ts';
import type { Declaration } from '../src/cli/terminal/command.ts';

const introduction = `# Command line

\`npx tipstaff <command>\` runs a command in a clone. Commands use the same configuration as the service: environment
variables, and the configuration file that the option \`--config\` names ([configuration](configuration.md)). The service can
keep running. Every command accepts \`--config\` and \`--json\`. With \`--json\`, a command prints one JSON document. The exit
status is 0 for success, 1 for a failure, and 2 for wrong usage or an invalid configuration. Errors are written as sentences to
standard error. With \`--json\`, the document also lists them in \`errors\`, each with a \`detail\`. Errors from validation or
from the service also have the \`code\`, \`source.pointer\` and \`meta\` of the API ([codes](api.md)).

\`npm run generate\` generates this page from the commands. \`npx tipstaff <command> --help\` shows the same texts.`;

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** Escapes a text for a table cell in Markdown. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

const table = (rows: readonly (readonly [name: string, meaning: string])[]): string =>
  ['| | |', '| --- | --- |', ...rows.map(([name, meaning]) => `| \`${name}\` | ${cell(meaning)} |`)].join('\n');

const commandText = ({ usage, description, argument, others, options = {} }: Declaration): string => {
  const names = usage.split(' ').filter((word) => /^[<[]/.test(word));
  const subjects = [argument, others].flatMap((meaning, index) =>
    meaning === undefined ? [] : [[names[index] ?? '', meaning] as const],
  );
  const flags = Object.values(options).map((option) => [option.flags, option.description] as const);
  const rows = [...subjects, ...flags];
  return [`### \`${usage}\``, cell(sentence(description)), ...(rows.length === 0 ? [] : [table(rows)])].join('\n\n');
};

const groupOf = ({ usage }: Declaration): string => {
  const [first = ''] = usage.split(' ');
  return first in groups ? first : '';
};

/**
 * Returns the page with the command-line reference. Commands without a group come first, followed by a section for each
 * group.
 */
export const cliReference = (): string => {
  const byGroup = Map.groupBy(
    commands.map(({ declaration }) => declaration),
    groupOf,
  );
  const sections = [['', 'the service, backups and checks'] as const, ...Object.entries(groups)].map(
    ([name, description]) => {
      const title = name === '' ? `## ${sentence(description).slice(0, -1)}` : `## \`${name}\`: ${description}`;
      return [title, ...(byGroup.get(name) ?? []).map(commandText)].join('\n\n');
    },
  );
  return `${[introduction, ...sections].join('\n\n')}\n`;
};
