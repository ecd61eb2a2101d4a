// Asks before a change of a policy that can make more plans fail.
import { blocksPlans, canBlock, tightenedPolicy, unknownWith } from '../../../../client/tightening.ts';
import { organizationQuery } from '../../api/organizations.ts';
import { type Policy, setsOfPolicyQuery } from '../../api/policies.ts';
import { totalOf } from '../../api/query.ts';
import { queryClient } from '../../api/query-client.ts';
import { startReplay } from '../../api/replays.ts';
import { askBefore, type ReplayShown } from '../../components/blocking-question/ask.tsx';
import { counted } from '../../texts/counted.ts';
import { introductionTexts } from '../../texts/introductions.ts';
import { stateOf } from '../policy-sets/set-state.ts';

/** Attributes of a policy whose change is tried out before it is saved. */
const parts = ['enforcement-level', 'introduction', 'query', 'input'] as const;
type Part = (typeof parts)[number];
export type PolicyState = Pick<Policy['attributes'], Part>;

type Tried = Parameters<typeof startReplay>[1];
type Asked = Pick<Policy, 'id' | 'attributes'>;

/** Whether a policy set that is not in shadow mode applies the policy to plans. */
async function isInForce(policy: string): Promise<boolean> {
  const sets = await queryClient.fetchQuery(setsOfPolicyQuery(policy));
  return totalOf(sets) > sets.data.length || sets.data.some((set) => canBlock(stateOf(set, [policy])));
}

const replayOf =
  ({ id }: Asked, tried: Tried) =>
  () =>
    startReplay(id, { ...tried, 'applicable-only': true });

const textsOf = (name: string, after: PolicyState): Readonly<Record<Part, string>> => ({
  'enforcement-level': `The policy ${name} becomes ${after['enforcement-level']}. A plan that fails it is blocked.`,
  introduction: `The introduction of the policy ${name} becomes “${introductionTexts[after.introduction].name}”. ${introductionTexts[after.introduction].consequence}`,
  query: `The policy ${name} is evaluated with the query ${after.query}.`,
  input:
    after.input === null
      ? `The policy ${name} gets plans in the input form of its policy sets.`
      : `The policy ${name} gets plans in the input form “${after.input}”.`,
});

/**
 * Asks before a change of a policy's attributes, if the change can make more plans fail. Returns undefined if no question
 * is necessary, and throws `Canceled` if the user cancels.
 */
export async function askAboutPolicy(
  organization: string,
  policy: Policy,
  changes: Partial<PolicyState>,
): Promise<ReplayShown | undefined> {
  const { attributes: before } = policy;
  const after = { ...before, ...changes };
  const changed = parts.filter((name) => before[name] !== after[name]);
  const tightened = tightenedPolicy(before, after, changed);
  if (tightened.length === 0 || !(await isInForce(policy.id))) return undefined;
  const texts = textsOf(before.name, after);
  return askBefore({
    organization,
    title: `Change the policy ${before.name}?`,
    changes: tightened.map((part) => texts[part]),
    replay:
      changed.includes('input') && after.input === null
        ? unknownWith('the policy with the input form of its policy sets')
        : replayOf(policy, Object.fromEntries(changed.map((name) => [name, after[name]]))),
  });
}

const errorsText = ({ attributes }: Asked, errors: number): string =>
  `The code has ${counted(errors, 'error')} and takes effect with ${errors === 1 ? 'it' : 'them'}. A policy whose code has errors gives no verdict. ${
    blocksPlans(attributes)
      ? 'Every plan to which the policy applies is blocked until code without errors is saved.'
      : 'Plans are not blocked, but the policy finds nothing until code without errors is saved.'
  }`;

/**
 * Asks before new code takes effect, if the policy blocks plans or the code has errors. Returns undefined if no question
 * is necessary, for example because the organization refuses code with errors. Throws `Canceled` if the user cancels.
 */
export async function askAboutCode(
  organization: string,
  policy: Asked,
  { errors, tried }: { readonly errors: number; readonly tried: Tried },
): Promise<ReplayShown | undefined> {
  const { name } = policy.attributes;
  const title = `Change the code of the policy ${name}?`;
  if (errors > 0) {
    const { data } = await queryClient.fetchQuery(organizationQuery(organization));
    if (data.attributes['policy-upload-check'] !== 'report') return undefined;
    const replay = unknownWith('code with errors');
    return askBefore({ organization, title, changes: [errorsText(policy, errors)], replay });
  }
  if (!blocksPlans(policy.attributes) || !(await isInForce(policy.id))) return undefined;
  const code =
    typeof tried.revision === 'number' ? `code of revision ${tried.revision.toLocaleString('en')}` : 'new code';
  const changes = [`The ${code} of the policy ${name} takes effect. A plan that fails it is blocked.`];
  return askBefore({ organization, title, changes, replay: replayOf(policy, tried) });
}
