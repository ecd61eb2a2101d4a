import { once } from 'node:events';
import type { Context } from '../../../context.ts';
import {
  type CheckedSignIn,
  callbackPath,
  checkProvider,
  checkResource,
  findProviders,
  uses,
} from '../../../domains/accounts/commands.ts';
import { type Loopback, openLoopback } from '../../../http/loopback.ts';
import { errorCode } from '../../../lib/errors/error-code.ts';
import { isThisMachine } from '../../../lib/network/address.ts';
import { durationIn, inWords } from '../../../lib/text/durations.ts';
import { asOperator } from '../../data/as-operator.ts';
import { CommandFailed, type Terminal, UsageError } from '../../terminal/command.ts';
import { provisionedText, refusedExit } from '../../terminal/dry-run-output.ts';
import { aligned, oneRecord } from '../../terminal/output.ts';
import { terminalLine } from '../../terminal/terminal-text.ts';
import type { oidcSignInCommands } from './command.ts';

const defaultTimeout = '5m';
const maxTimeout = 3_600_000;
const second = 1_000;
const minute = 60 * second;

export const check = asOperator<typeof oidcSignInCommands.check>(
  async ({ context }, { subject, options }, terminal) => {
    const { timeout = defaultTimeout } = options;
    const milliseconds = timeIn(timeout);
    const provider = await chosenProvider(context, subject);
    await using loopback = await openedLoopback(options.redirectUri, provider.key);
    const waiting = { terminal, loopback, timeout, milliseconds };
    const checked = await checkProvider(context, provider, {
      redirectUri: loopback.redirectUri,
      browse: (address, state) => responseOf(waiting, address, state),
    });
    const { json } = oneRecord(checkResource, checked);
    return 'refused' in checked.outcome
      ? { text: textOf(checked), json, exitCode: refusedExit }
      : { text: textOf(checked), json };
  },
);

function timeIn(text: string): number {
  const milliseconds = durationIn(text);
  if (milliseconds !== undefined && milliseconds > 0 && milliseconds <= maxTimeout) return milliseconds;
  throw new UsageError('--timeout must be a duration up to 1h, such as 90s or 10m.');
}

function openedLoopback(uri: string | undefined, key: string): Promise<Loopback> {
  const wanted = URL.parse(uri ?? `http://127.0.0.1:0${callbackPath(key)}`);
  if (wanted?.protocol !== 'http:' || !isThisMachine(wanted) || /[?#]/.test(wanted.href))
    throw new UsageError(
      '--redirect-uri must be an http address of this machine, such as http://127.0.0.1:8765/check.',
    );
  return openLoopback(wanted).catch((error) => {
    throw new CommandFailed(
      `The command cannot listen on ${wanted.host} (${errorCode(error)}): use another port in --redirect-uri.`,
    );
  });
}

async function chosenProvider(context: Context, key: string) {
  const providers = await findProviders(context);
  const keys = providers.map((provider) => provider.key).join(', ');
  if (providers.length === 0) throw new CommandFailed('There is no identity provider: create one first.');
  if (key === '' && providers.length > 1)
    throw new UsageError(`There are several identity providers; name one of ${keys}.`);
  const chosen = key === '' ? providers[0] : providers.find((provider) => provider.key === key);
  if (chosen === undefined)
    throw new CommandFailed({ code: 'not-found', detail: `There is no provider ${key}. The providers are ${keys}.` });
  return chosen;
}

interface Waiting {
  readonly terminal: Terminal;
  readonly loopback: Loopback;
  /** Time limit as given on the command line, such as `5m`. */
  readonly timeout: string;
  readonly milliseconds: number;
}

/** Asks the operator to open the address in a browser, and waits for the authorization response. */
async function responseOf(waiting: Waiting, address: string, state: string): Promise<URLSearchParams> {
  const { terminal, loopback, milliseconds } = waiting;
  const ended = new AbortController();
  const over = new AbortController();
  const interrupted = () =>
    ended.abort(new CommandFailed('The check was interrupted before the provider answered. Nothing was changed.'));
  for (const name of ['SIGINT', 'SIGTERM'])
    once(process, name, { signal: over.signal }).then(interrupted, () => undefined);
  const late = setTimeout(() => ended.abort(tooLate(waiting)), milliseconds);
  const began = Date.now();
  const progress = setInterval(() => {
    terminal.progress(`Still waiting after ${inWords((Date.now() - began) / second)}.`);
  }, minute);
  try {
    showWay(waiting, address);
    return await loopback.response(state, ended.signal);
  } finally {
    over.abort();
    clearTimeout(late);
    clearInterval(progress);
  }
}

function showWay({ terminal, loopback: { redirectUri }, timeout }: Waiting, address: string): void {
  terminal.progress(`Redirect URI: ${redirectUri}`);
  terminal.progress(
    'If the provider refuses this redirect URI, register it at the provider, and start again with this URI as --redirect-uri.',
  );
  terminal.progress('Open this address in a browser on this machine, and sign in:');
  terminal.progress(address);
  terminal.progress(`Waiting for the provider for up to ${timeout}; Ctrl+C ends the check.`);
}

const tooLate = ({ loopback: { redirectUri }, timeout }: Waiting): CommandFailed =>
  new CommandFailed(
    `No response came within ${timeout}. If the provider showed an error about the redirect URI, register ${redirectUri} there, and start again with --redirect-uri ${redirectUri}.`,
  );

function textOf({ key, claims, readings = [], outcome, word, isOn }: CheckedSignIn): string {
  const rows = readings.map(({ use, claim, value }) => [uses[use], terminalLine(claim), shownValue(value)]);
  const problems = readings.flatMap(({ use, problem }) => (problem === null ? [] : [`${uses[use]}: ${problem}`]));
  const parts = [
    ...(claims === undefined ? [] : [`The provider ${key} identifies this person as ${terminalLine(claims.nameId)}.`]),
    ...(rows.length === 0 ? [] : [aligned([['USE', 'CLAIM', 'VALUE'], ...rows])]),
    ...(problems.length === 0 ? [] : [problems.map(terminalLine).join('\n')]),
    ...('refused' in outcome ? [refusedText(outcome.refused, word)] : [provisionedText(outcome.provisioned), succeeds]),
    ...(isOn ? [] : [notOn]),
  ];
  return parts.join('\n\n');
}

const shownValue = (value: string | null): string => (value === null ? 'not sent' : terminalLine(value));

const notOn =
  'People cannot sign in through this provider yet: the provider, or oidc-sign-in in the settings, is not enabled.';
const succeeds = 'The sign-in would succeed. Nothing was changed.';

const refusedText = ({ code, detail }: { readonly code: string; readonly detail: string }, word?: string): string =>
  `Refused (${code}): ${detail}${word === undefined ? '' : `\nDetail: ${terminalLine(word)}`}\nNothing was changed.`;
