// Commands that create secrets. They print secrets only to standard output.
import { type Environment, type Outcome, tipstaffProcess } from '../../support/command.ts';
import type { Journal } from '../journal.ts';
import { newPassword } from './passwords.ts';

/** Runs commands that create secrets. Returns everything that they wrote to standard error. */
export const useCommands = async (journal: Journal, environment: Environment): Promise<string> => {
  const { keep, note } = journal;
  const run = async (words: readonly string[], input = ''): Promise<Outcome> => {
    const outcome = await tipstaffProcess(words, environment, { input });
    note([input, outcome.stdout].join('\n'));
    return outcome;
  };
  const named = (name: string) => ['--username', name, '--email', `${name}@example.com`, '--json'];
  const password = newPassword(journal, 'typed into a command');
  const admin = await run(['admin', 'create', ...named('operator'), '--password-stdin'], password);
  keep('token: that a command printed', admin.json().meta.token);
  const reset = await run(['admin', 'reset-password', 'operator', '--json']);
  const link = String(reset.json().meta['set-password-url']);
  keep('link: that a command printed', link.slice(link.lastIndexOf('/') + 1));
  const token = await run(['token', 'create', '--user', 'operator', '--json']);
  keep('token: that another command printed', token.json().data.attributes.token);
  const workload = ['--organization', 'home', '--project', 'p', '--workspace', 'w', '--phase', 'plan'];
  const signed = await run(['oidc', 'sign', ...workload, '--audience', 'cloud.example.com', '--json']);
  const [, , signature = ''] = keep('token: of a workload', String(signed.json().token)).split('.');
  keep('token: of a workload, its signature', signature);
  const repeated = newPassword(journal, 'that a command refused');
  const refused = await run(['admin', 'create', ...named('operator'), '--password-stdin'], repeated);
  return [admin, reset, token, signed, refused].map(({ stderr }) => stderr).join('');
};
