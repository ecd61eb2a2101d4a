// Changes the subscription plan of an organization. The confirmation lists the features that it loses and the limits
// that it exceeds.
import { choosePlan, type Plan, usageQuery } from '../../api/plans.ts';
import { reference } from '../../api/query.ts';
import { queryClient } from '../../api/query-client.ts';
import { refresh } from '../../api/refresh.ts';
import { confirmAct } from '../../components/confirm.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { planTexts } from '../../texts/plans.ts';
import { lostFeatures } from './plan-rows.ts';

const counts = [
  ['policy-limit', 'policy-count'],
  ['policy-mandatory-enforcement-limit', 'policy-mandatory-enforcement-count'],
  ['policy-set-limit', 'policy-set-count'],
  ['versioned-policy-set-limit', 'versioned-policy-set-count'],
  ['user-limit', 'user-count'],
] as const;

async function confirmChange(organization: string, current: Plan | undefined, plan: Plan): Promise<void> {
  const { data } = await queryClient.fetchQuery({ ...usageQuery(organization), staleTime: 0 });
  const over = counts.flatMap(([limitName, countName]) => {
    const [limit, count] = [plan.attributes[limitName], data.attributes[countName]];
    return limit !== null && count > limit
      ? [
          `${planTexts[limitName]}: ${count.toLocaleString('en')}, but the subscription allows ${limit.toLocaleString('en')}`,
        ]
      : [];
  });
  const lost = current === undefined ? [] : lostFeatures(current.attributes, plan.attributes);
  const { name } = plan.attributes;
  confirmAct({
    title: `Change the subscription of ${organization} to ${name}?`,
    body: 'The change takes effect immediately. Existing records stay, even if they exceed a limit of the new subscription.',
    consequences: [...lost.map((feature: string) => `No longer included: ${feature}`), ...over],
    act: 'Choose',
    refused: 'Not changed',
    isDangerous: lost.length + over.length > 0,
    onConfirm: async () => {
      await choosePlan(organization, { relationships: { 'feature-set': reference('feature-sets', plan.id) } });
      notifyDone(`The subscription is now ${name}.`);
      await refresh('subscription', organization);
    },
  });
}

export const changePlan = (organization: string, current: Plan | undefined, plan: Plan): void =>
  void confirmChange(organization, current, plan).catch((error: unknown) => notifyFailure('Not changed', error));
