import { NotChecked, UsageError } from '../terminal/command.ts';
import type { OrganizationService } from './organization-service.ts';
import { policyNamed, revisionsOf } from './policies.ts';
import { unifiedDiff } from './unified-diff.ts';

/** Revision numbers to compare, as given on the command line. */
interface Pair {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Returns the differences between two revisions of a policy's code. */
export async function diffOfRevisions(service: OrganizationService, name: string, pair: Pair): Promise<string> {
  const policy = await policyNamed(service, name);
  const [newest] = await revisionsOf(service, policy);
  const to = pair.to === undefined ? newest?.number : wholeNumber(pair.to, '--to');
  if (to === undefined) throw new NotChecked(`The policy ${name} has no code.`);
  const from = pair.from === undefined ? to - 1 : wholeNumber(pair.from, '--from');
  if (from < 1)
    throw new NotChecked(`Revision ${to} of ${name} is the first one, so there is no earlier revision to compare.`);
  const path = '/api/v2/policies/{policy_id}/revisions/{revision_number}/download';
  const codeOf = async (number: number) =>
    (await service.client.download(path, { params: { policy_id: policy.id, revision_number: number } })).text();
  const texts = [await codeOf(from), await codeOf(to)] as const;
  return unifiedDiff({ names: [`${name} revision ${from}`, `${name} revision ${to}`], texts });
}

/** Parses the value of an option that takes a positive whole number. */
export function wholeNumber(text: string, flag: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`${flag} must be a whole number, 1 or more.`);
  return Number(text);
}
