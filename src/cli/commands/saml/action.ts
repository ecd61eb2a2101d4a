import { dryRunOfResponse, dryRunResource } from '../../../domains/accounts/commands.ts';
import { asOperator } from '../../data/as-operator.ts';
import type { Output } from '../../terminal/command.ts';
import { provisionedText, refusedExit } from '../../terminal/dry-run-output.ts';
import { contentOf } from '../../terminal/file.ts';
import { oneRecord } from '../../terminal/output.ts';

export const check = asOperator(async ({ context }, { subject }, terminal): Promise<Output> => {
  const dryRun = await dryRunOfResponse(context, await contentOf(terminal, subject));
  const { json } = oneRecord(dryRunResource, dryRun);
  const { outcome } = dryRun;
  if ('refused' in outcome) return { text: `Refused: ${outcome.refused.detail}`, json, exitCode: refusedExit };
  return { text: provisionedText(outcome.provisioned), json };
});
