import { type Action, NotChecked, type OptionsOf, type Output } from '../command.ts';
import type { moduleCheckCommands } from '../commands/module.ts';
import type { Report } from '../module-check/check.ts';
import { checkModules } from '../module-check/check.ts';
import { asAnnotations, asJson, asSarif, asText } from '../module-check/formats.ts';
import { readModuleSource } from '../module-check/module-source.ts';
import { serviceFrom } from '../service-client.ts';
import { terminalJson } from '../terminal-text.ts';

type Format = OptionsOf<typeof moduleCheckCommands.check>['format'];

const shown = (report: Report, format: Format): Omit<Output, 'exitCode'> => {
  const json = asJson(report);
  const texts: Readonly<Record<Format, () => string>> = {
    text: () => asText(report),
    json: () => terminalJson(json),
    sarif: () => terminalJson(asSarif(report)),
    github: () => asAnnotations(report),
  };
  return { text: texts[format](), json };
};

const namesOf = (hosts: ReadonlySet<string>): string => {
  const names = [...hosts];
  const others = names.length - maxNames;
  return `${names.slice(0, maxNames).join(', ') || 'none'}${others > 0 ? ` and ${others} more` : ''}`;
};

const maxNames = 10;

const nothingChecked = ({ url, hosts, sourceHosts }: Report, organization: string | undefined): string =>
  sourceHosts.size === 0
    ? 'No module of a registry is used: there is nothing to check.'
    : `No module${organization === undefined ? '' : ` of ${organization}`} at ${url} is used: its hosts are ${namesOf(hosts)}, those in the sources are ${namesOf(sourceHosts)}. If the service has another host, set TIPSTAFF_HOST_ALIASES there.`;

export const check: Action<typeof moduleCheckCommands.check> = async ({ subject, options }, terminal) => {
  const service = serviceFrom(terminal, options.url);
  const report = await checkModules(await readModuleSource(terminal, subject || '.'), service, options.organization);
  if (report.checked === 0) {
    const sentence = nothingChecked(report, options.organization);
    if (options.requireModules) throw new NotChecked(sentence);
    terminal.warn(sentence);
  }
  const isBad = options.fail && report.findings.length > 0;
  return { ...shown(report, options.format), exitCode: isBad ? 1 : 0 };
};
