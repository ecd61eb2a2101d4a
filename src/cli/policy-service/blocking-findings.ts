// Reads the findings that block a plan, and chooses the finding for which the user needs an exemption.
import type { Resource } from '../../../client/index.ts';
import { counted, listOfNames, shortened, visibleLine } from '../../lib/text/text.ts';
import type { ServiceClient } from '../client/service.ts';
import { CommandFailed, type Terminal, UsageError } from '../terminal/command.ts';
import { aligned } from '../terminal/output.ts';
import { wholeNumber } from './revision-diff.ts';

/** What an exemption can cover: the findings of a policy about one resource. */
interface Choice {
  readonly policyId: string;
  /** Name of the form `set/policy`. */
  readonly policy: string;
  /** Address of the resource. Null if the finding does not name exactly one resource. */
  readonly address: string | null;
  readonly message: string;
}

export interface BlockingFindings {
  readonly evaluation: string;
  /** Choices in the order of their numbers, which begin with 1. */
  readonly choices: readonly Choice[];
  /** Number of findings that were not read, because there are too many. */
  readonly left: number;
}

/** Options that determine the choice. */
interface ChoiceOptions {
  readonly policy: string | undefined;
  readonly finding: string | undefined;
  readonly all: boolean;
}

/** Scope of the requested exemption. A null address means all findings of the policy in the workspace. */
export type Wanted = Pick<Choice, 'policyId' | 'policy' | 'address'>;

/** Maximum number of findings that are read, and of choices that are listed. */
const [maxRead, maxListed] = [100, 20];

/**
 * Reads the findings that block the plan of an evaluation. Findings of a policy about the same resource are one choice.
 * Throws `CommandFailed` if no finding blocks.
 */
export async function blockingFindings(
  { client }: ServiceClient,
  evaluation: string,
  policy: string | undefined,
): Promise<BlockingFindings> {
  const { data, meta } = await client.get('/api/v2/policy-evaluations/{policy_evaluation_id}/findings', {
    params: { policy_evaluation_id: evaluation },
    query: { 'filter[blocking]': 'true', 'filter[policy]': policy?.split('/').at(-1), 'page[size]': maxRead },
    needs: ['policy', 'policy-set', 'address', 'message'],
  });
  const findings = data.map(choiceOf).filter((each) => policy?.includes('/') !== true || each.policy === policy);
  if (findings.length === 0) throw await nothingBlocks(client, evaluation, policy);
  const groups = Map.groupBy(findings, ({ policyId, address }) => JSON.stringify([policyId, address]));
  const choices = [...groups.values()].flatMap(([first]) => first ?? []);
  const left = (meta?.pagination?.['total-count'] ?? data.length) - data.length;
  return { evaluation, choices, left };
}

type Facts = Pick<Resource<'policy-findings'>['attributes'], 'policy' | 'policy-set' | 'address' | 'message'>;

const choiceOf = ({ attributes }: { readonly attributes: Facts }): Choice => ({
  policyId: attributes.policy.id,
  policy: `${attributes['policy-set'].name}/${attributes.policy.name}`,
  address: attributes.address,
  message: attributes.message,
});

async function nothingBlocks(client: ServiceClient['client'], id: string, policy: string | undefined) {
  const { data } = await client.get('/api/v2/policy-evaluations/{policy_evaluation_id}', {
    params: { policy_evaluation_id: id },
    needs: ['status'],
  });
  const { status } = data.attributes;
  if (status === 'pending' || status === 'running')
    return new CommandFailed(`The evaluation ${id} is ${status}: run the command again when it has finished.`);
  const what =
    policy === undefined ? 'no finding blocks its plan' : `no finding of the policy ${policy} blocks its plan`;
  return new CommandFailed(
    `The evaluation ${id} is ${status}, and ${what}. To use another evaluation, add --evaluation; "tipstaff evaluation list --blocked" lists the evaluations of blocked plans.`,
  );
}

/**
 * Returns the scope of the requested exemption. If the options leave a choice, asks the user. Undefined if the options
 * leave a choice and the command cannot ask the user.
 */
export async function wantedOf(
  terminal: Terminal,
  found: BlockingFindings,
  options: ChoiceOptions,
): Promise<Wanted | undefined> {
  if (options.all) return wholePolicyOf(found, options.policy);
  const { choices } = found;
  const number = options.finding === undefined ? undefined : wholeNumber(options.finding, '--finding');
  const only = choices.length === 1 && found.left === 0 ? 1 : undefined;
  const known = number ?? only ?? (terminal.isInteractive ? await askedNumber(terminal, found) : undefined);
  if (known === undefined) return undefined;
  const choice = choices[known - 1];
  if (choice === undefined)
    throw new UsageError(`There is no finding ${known}: choose a number from 1 to ${choices.length}.`);
  if (choice.address === null) await confirmWhole(terminal, choice);
  return choice;
}

/** Returns the scope of all findings of the policy that blocks. Throws `UsageError` if several policies block. */
function wholePolicyOf({ choices, left }: BlockingFindings, named: string | undefined): Wanted | undefined {
  const policies = new Map(choices.map(({ policy, policyId }) => [policyId, { policy, policyId, address: null }]));
  const [only, ...others] = policies.values();
  if (others.length === 0 && (left === 0 || named !== undefined)) return only;
  const names = [...policies.values()].map(({ policy }) => policy);
  throw new UsageError(`Several policies block the plan. Add --policy with one of their names: ${listOfNames(names)}.`);
}

async function askedNumber(terminal: Terminal, found: BlockingFindings): Promise<number> {
  for (const line of listed(found)) terminal.warn(line);
  const answer = await terminal.ask('From which finding do you need an exemption? Number:');
  return wholeNumber(answer, 'The answer');
}

/** Makes sure that the user wants an exemption from more than the chosen finding. */
async function confirmWhole(terminal: Terminal, { policy, message }: Choice): Promise<void> {
  const fact = `The finding "${lineOf(message)}" does not name exactly one resource, so the exemption would cover all findings of ${policy} in the workspace.`;
  if (!terminal.isInteractive) throw new UsageError(`${fact} To ask for this, add --all.`);
  terminal.warn(fact);
  const answer = await terminal.ask('Ask for this exemption? (yes/no)');
  if (!/^y(?:es)?$/i.test(answer)) throw new CommandFailed('No exemption was requested.');
}

const lineOf = (text: string): string => shortened(visibleLine(text), 200);

/** Formats the numbered choices, one on each line. Further choices are only counted. */
export function listed({ choices, left }: BlockingFindings): readonly string[] {
  const rows = choices
    .slice(0, maxListed)
    .map(({ policy, address, message }, index) => [
      String(index + 1),
      policy,
      lineOf(address === null || message.includes(address) ? message : `${address}: ${message}`),
    ]);
  const others = Math.max(choices.length - maxListed, 0) + left;
  return [
    ...aligned(rows).split('\n'),
    ...(others > 0
      ? [`and ${counted(others, 'more finding')}: to list the findings of one policy, add --policy <name>`]
      : []),
  ];
}
