import type { Provisioned } from '../../domains/accounts/index.ts';
import { actingCommand, type Output } from '../command.ts';
import { contentOf } from '../file.ts';

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

const check = actingCommand({
  name: 'saml check',
  description: 'tell what a sign-in with a SAML response would do; nothing is changed',
  argument: ['file', 'the response, as XML or in base64'],
  act: async ({ context }, { subject }): Promise<Output> => {
    const { dryRunOfResponse, dryRunResource } = await import('../../domains/accounts/index.ts');
    const { samlErrorMessages } = await import('../../protocols/saml/error.ts');
    const { labelled, oneRecord } = await import('../output.ts');
    const dryRun = await dryRunOfResponse(context, await contentOf(subject));
    const { json } = oneRecord(dryRunResource, dryRun);
    const { outcome } = dryRun;
    if ('refused' in outcome)
      return { text: `Refused: ${samlErrorMessages[outcome.refused]}`, json, exitCode: refusedExit };
    return { text: labelled(accountOutput(outcome.provisioned)), json };
  },
});

export const samlCommands = [check];
