import { attribute, entity } from '../../../jsonapi/entity.ts';
import { nullable, text, time } from '../../../kernel/columns.ts';

/** Current and past subscriptions of organizations to plans. */
export const subscriptions = entity('subscriptions', {
  id: text(),
  organization_id: text(),
  feature_set_id: text(),
  started_at: attribute(time(), { as: 'start-at' }),
  /** End of the subscription. Null while it is active. An organization has at most one active subscription. */
  ended_at: attribute(nullable(time()), { as: 'end-at' }),
});
