import { type Config, listeningUrl, readConfig } from '../../../config.ts';
import { isServiceAt } from '../../../http/probe.ts';
import { type Action, CommandFailed } from '../../terminal/command.ts';

/**
 * URL at which the service on this machine can be reached. If the service listens on all interfaces, the URL contains
 * the loopback address.
 */
const ownUrl = (config: Config): string => {
  const loopback: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  return listeningUrl({ ...config, host: loopback[config.host] ?? config.host }, config.port);
};

export const ping: Action = async (_called, { environment }) => {
  const url = ownUrl(readConfig(environment));
  if (!(await isServiceAt(`${url}/healthz`))) throw new CommandFailed(`Tipstaff does not answer at ${url}.`);
  return { text: `Tipstaff answers at ${url}.`, json: { url } };
};
