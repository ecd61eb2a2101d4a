import { serviceFrom } from '../../client/service.ts';
import type { ModuleCheckReport } from '../../module-check/check.ts';
import { checkModules } from '../../module-check/check.ts';
import { readModuleSource } from '../../module-check/module-source.ts';
import { written } from '../../reports/formats.ts';
import { documentOfModules } from '../../reports/json.ts';
import { type Action, NotChecked } from '../../terminal/command.ts';
import type { moduleCheckCommands } from './command.ts';

const namesOf = (hosts: ReadonlySet<string>): string => {
  const names = [...hosts];
  const others = names.length - maxNames;
  return `${names.slice(0, maxNames).join(', ') || 'none'}${others > 0 ? ` and ${others} more` : ''}`;
};

const maxNames = 10;

const nothingChecked = ({ url, hosts, sourceHosts }: ModuleCheckReport, organization: string | undefined): string =>
  sourceHosts.size === 0
    ? 'No module from a registry is used: there is nothing to check.'
    : `No module${organization === undefined ? '' : ` of ${organization}`} at ${url} is used: the hosts of the service are ${namesOf(hosts)}, and the hosts in the module sources are ${namesOf(sourceHosts)}. If the service has another host, set TIPSTAFF_HOST_ALIASES on the service.`;

export const check: Action<typeof moduleCheckCommands.check> = async ({ subject, options }, terminal) => {
  const service = serviceFrom(terminal, options.url);
  const report = await checkModules(await readModuleSource(terminal, subject || '.'), service, options.organization);
  if (report.checked === 0) {
    const sentence = nothingChecked(report, options.organization);
    if (options.requireModules) throw new NotChecked(sentence);
    terminal.warn(sentence);
  }
  const isBad = options.fail && report.findings.length > 0;
  const text = await written(terminal, 'modules', options.format, report);
  return { text, json: documentOfModules(report), exitCode: isBad ? 1 : 0 };
};
