// Generates the documentation of the operator conditions, and the Prometheus alert rules for them.
import { type Condition, type ConditionChannel, filled } from '../src/conditions.ts';
import { conditions } from '../src/domains/index.ts';

const places: Readonly<Record<ConditionChannel, string>> = {
  doctor: '`tipstaff doctor`',
  system: 'the page *System*',
  readyz: '`/readyz`',
  log: 'the log of the service',
};

const faults = conditions.filter(({ severity }) => severity !== 'ok');

/** Formats quoted commands and names as Markdown code. */
const inMarkdown = (text: string): string => text.replaceAll(/"([^"]+)"/g, '`$1`');
const messageOf = ({ sentence }: Condition): string => inMarkdown(filled(sentence, {}));
const linkTo = (code: string): string => `[${code}](../troubleshooting.md#${code})`;

const shownIn = ({ places: shown, alert }: Condition): string =>
  [...shown.map((place) => places[place]), ...(alert === undefined ? [] : [`the alert \`${alert.name}\``])].join(', ');

const sectionOf = (condition: Condition): string => {
  const { code, severity, advice, page } = condition;
  const more = page === undefined ? '' : `[More](${page}).`;
  const text = [inMarkdown(advice ?? ''), more].filter(Boolean).join(' ');
  return [
    `### ${code}`,
    ...(messageOf(condition) === '…' ? [] : [`> ${messageOf(condition)}`]),
    ...(text === '' ? [] : [text]),
    `A ${severity}, shown in ${shownIn(condition)}.`,
  ].join('\n\n');
};

/** Returns a Markdown section for each condition that needs an operator's attention. */
export const conditionSections = (): string => faults.map(sectionOf).join('\n\n');

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

export const alertsTable = (): string =>
  [
    row('Alert', 'Severity', 'Condition'),
    row('---', '---', '---'),
    ...faults.flatMap(({ alert, code }) =>
      alert === undefined ? [] : [row(`\`${alert.name}\``, alert.severity ?? 'warning', linkTo(code))],
    ),
  ].join('\n');

/** Returns the Prometheus alert rules as YAML list items. */
export const alertRules = (): string =>
  faults
    .flatMap(({ alert, sentence, advice }) =>
      alert === undefined
        ? []
        : [
            `      - alert: ${alert.name}`,
            `        expr: ${alert.expr}`,
            `        for: ${alert.for ?? '5m'}`,
            `        labels: { severity: ${alert.severity ?? 'warning'} }`,
            '        annotations:',
            `          summary: ${JSON.stringify(filled(sentence, { ...alert.fill }))}`,
            ...(advice === undefined ? [] : [`          description: ${JSON.stringify(advice)}`]),
          ],
    )
    .join('\n');
