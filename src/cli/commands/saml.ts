import type { Settled } from '../../domains/accounts/saml/settle.ts';
import { actingCommand, type Output } from '../command.ts';
import { contentOf } from '../file.ts';

const refusedExit = 1;

const accounts = {
  known: 'linked already',
  linked: 'would be linked by its e-mail address',
  created: 'would be created',
};

const told = ({ user, how, wasAdmin, teams }: Settled) => ({
  Account: `${user.username} (${accounts[how]})`,
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
    const { check: rehearse } = await import('../../domains/accounts/saml/check.ts');
    const { checkResource } = await import('../../domains/accounts/saml/resource.ts');
    const { explanations } = await import('../../domains/accounts/saml/refused.ts');
    const { labelled, oneRecord } = await import('../output.ts');
    const rehearsed = await rehearse(context, await contentOf(subject));
    const { json } = oneRecord(checkResource, rehearsed);
    const { outcome } = rehearsed;
    if ('refused' in outcome) return { text: `Refused: ${explanations[outcome.refused]}`, json, exitCode: refusedExit };
    return { text: labelled(told(outcome.settled)), json };
  },
});

export const samlCommands = [check];
