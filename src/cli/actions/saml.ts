import { dryRunOfResponse, dryRunResource, type Provisioned } from '../../domains/accounts/commands.ts';
import { acting } from '../acting.ts';
import type { Output } from '../command.ts';
import { contentOf } from '../file.ts';
import { labelled, oneRecord } from '../output.ts';

const refusedExit = 1;

const accounts = {
  known: 'linked already',
  linked: 'would be linked by its e-mail address',
  created: 'would be created',
};

const accountOutput = ({ user, match, wasAdmin, teams }: Provisioned) => ({
  Account: `${user.username} (${accounts[match]})`,
  'E-mail address': user.email,
  'Site administrator': user.is_admin === 1,
  'Site administrator before': wasAdmin,
  Teams: teams.map(({ organization, team, change }) => `${organization}/${team} (${change})`).join(', ') || 'none',
});

export const check = acting(async ({ context }, { subject }, terminal): Promise<Output> => {
  const dryRun = await dryRunOfResponse(context, await contentOf(terminal, subject));
  const { json } = oneRecord(dryRunResource, dryRun);
  const { outcome } = dryRun;
  if ('refused' in outcome) return { text: `Refused: ${outcome.refused.detail}`, json, exitCode: refusedExit };
  return { text: labelled(accountOutput(outcome.provisioned)), json };
});
