// Sentences about what changed since the last evaluation of a workspace that passed. The console and the command line
// show the same sentences.
import type { Resource } from './operations.ts';

export type Comparison = Resource<'policy-evaluation-comparisons'>['attributes'];
type Policy = Comparison['policies'][number];
type Change = Policy['changes'][number];

/** Maximum number of policies whose changes are described. */
const maxPolicies = 3;

/**
 * Returns up to two sentences for an evaluation that does not pass, or none if it cannot be compared. `timeText`
 * formats a time. Messages that users wrote are not sanitized.
 */
export function sincePassed(comparison: Comparison, timeText: (iso: string) => string): readonly string[] {
  const { status, 'passed-at': at } = comparison;
  if (status === 'not-comparable') return [];
  if (status === 'hidden')
    return ['You may not read the last plan of this workspace that passed, so this plan was not compared with it.'];
  if (at === null) return ['No earlier plan of this workspace passed, so there is nothing to compare this plan with.'];
  const facts = [...policyFacts(comparison, timeText), ...engineFacts(comparison)];
  const plan = planFact(comparison);
  const isSame = facts.length === 0 && comparison.plan?.status === 'same';
  const changes = facts.length === 0 ? 'the policies that block did not change' : facts.join('; ');
  const cause = isSame ? ' A policy can also depend on the run and on the time.' : '';
  const first = `Since the last plan of this workspace that passed (${timeText(at)}): ${changes}. ${plan}${cause}`;
  return [first, ...resourceSentences(comparison)];
}

function policyFacts({ policies, 'policies-left-out': left }: Comparison, timeText: (iso: string) => string) {
  const changed = policies.filter(({ changes }) => changes.length > 0);
  const more = changed.length - maxPolicies;
  const others = more > 0 ? [`${more}${left > 0 ? ' or more' : ''} other blocking policies changed`] : [];
  const shown = changed.slice(0, maxPolicies).map(({ policy, changes }) => {
    const texts = changes.map((change) => changeText(change, timeText));
    return `policy ${policy.name} ${texts.join(', and ')}`;
  });
  return [...shown, ...others];
}

function changeText(change: Change, timeText: (iso: string) => string): string {
  const { kind, from, to } = change;
  const text = changeTexts[kind];
  if (kind === 'revision') return `changed from revision ${from ?? '?'} to ${to ?? '?'}${sourceText(change, timeText)}`;
  if (kind === 'set-version') return `${text}${sourceText(change, timeText)}`;
  if (kind === 'exemption-ended') return to === null ? text : `${text} (end: ${timeText(to)})`;
  return from === null || to === null ? text : `${text} from ${from} to ${to}`;
}

const changeTexts: Readonly<Record<Change['kind'], string>> = {
  new: 'did not apply to that plan',
  revision: 'has new code',
  'set-version': 'has new code in a new version of its policy set',
  'enforcement-level': 'changed its enforcement level',
  introduction: 'changed its introduction',
  query: 'has a different query',
  input: 'has a different input form',
  parameters: 'has different parameters',
  'exemption-ended': 'lost an exemption that ended or no longer applies',
};

/** Returns the message, author and time of new code in parentheses. Parts that the reader may not see are left out. */
function sourceText({ message, by, at }: Change, timeText: (iso: string) => string): string {
  const parts = [
    ...(message === null ? [] : [`“${message}”`]),
    ...(by === null ? [] : [`by ${by.username ?? `a token of the ${by.kind}`}`]),
    ...(at === null ? [] : [timeText(at)]),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

const engineFacts = ({ 'engine-version': engine }: Comparison): readonly string[] =>
  engine === null ? [] : [`the policy engine changed from version ${engine.from} to ${engine.to}`];

function planFact({ plan }: Comparison): string {
  if (plan === null || plan.status === 'unknown') return 'It is not known whether the plan changed.';
  if (plan.status === 'same') return 'The plan is the same.';
  const { changed, added, removed } = plan;
  if (changed === null || added === null || removed === null) return 'The plan changed.';
  if (changed + added + removed === 0) return 'No resource changed, but other parts of the plan did.';
  const counts = [`${counted(changed)} changed`, `${added} new`, `${removed} gone`];
  return `In the plan: ${counts.join(', ')}.`;
}

const counted = (resources: number): string => (resources === 1 ? '1 resource' : `${resources} resources`);

/** Returns sentences that say whether the resources with blocking findings changed. */
function resourceSentences({ resources }: Comparison): readonly string[] {
  const known = resources.filter(({ status }) => status !== 'unknown');
  const same = known.filter(({ status }) => status === 'same').length;
  if (known.length === 0) return [];
  if (known.length === 1)
    return [
      same === 1 ? 'The resource with findings did not change.' : 'The resource with findings changed or is new.',
    ];
  if (same === 0) return [`All ${known.length} resources with findings changed or are new.`];
  return [
    same === known.length
      ? `None of the ${known.length} resources with findings changed.`
      : `Of ${known.length} resources with findings, ${same} did not change.`,
  ];
}
