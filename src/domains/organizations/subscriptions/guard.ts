// Access checks for organizations. The rights may depend on features of the organization's plan.
import type { Context } from '../../../context.ts';
import type { RowsOf } from '../../../db/query.ts';
import { existing } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { Right, Standing } from '../../../kernel/rights.ts';
import { folded } from '../../../lib/text/text.ts';
import type { Feature } from '../feature-sets/attributes.ts';
import { admit, type Find, findOrganization } from '../organizations/guard.ts';
import { type OrganizationAccess, withAdmission } from '../organizations/rights.ts';
import { planIn } from './plan.ts';
import { organizationAndPlanByKey } from './store.ts';

const readOrganizationAndPlan = withAdmission<{ key: string }, RowsOf<typeof organizationAndPlanByKey>, 'id'>(
  organizationAndPlanByKey,
  'id',
);

const findWithPlan = async (context: Context, actor: Actor, name: string) => {
  const found = existing(await readOrganizationAndPlan(context.database, actor, { key: folded(name) }));
  return { found, plan: await planIn(context, context.database, found.row) };
};

/**
 * Returns a function that creates the access check for a right to the organization in the path. `inPlan` maps each
 * condition to the feature that the organization's plan must include. A single query reads the organization and its
 * subscription.
 */
export const organizationGuard =
  <Word extends string>(inPlan: Readonly<Record<Word, Feature>>) =>
  (right: Right<Standing | Word>): Find<{ readonly organization_name: string }, OrganizationAccess> => {
    const features = new Map<string, Feature>(Object.entries<Feature>(inPlan));
    const dependsOnPlan = right.flat().some((word) => features.has(word));
    return async (context, actor, { organization_name: name }) => {
      const { found, plan } = dependsOnPlan
        ? await findWithPlan(context, actor, name)
        : { found: await findOrganization(context, actor, name), plan: undefined };
      const isTrue = (word: string) => plan?.[existing(features.get(word))] === true;
      const { row: organization, rights } = await admit(right, found, isTrue);
      return { organization, rights };
    };
  };
