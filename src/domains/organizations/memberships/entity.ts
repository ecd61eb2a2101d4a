import { attribute, entity } from '../../../jsonapi/entity.ts';
import { nullable, text, time } from '../../../kernel/columns.ts';

export const memberships = entity('memberships', {
  id: text(),
  organization_id: text(),
  user_id: text(),
  created_at: attribute(time()),
  /**
   * Case-folded e-mail address that must be confirmed before the membership starts. Null if the membership has started.
   */
  awaited_address: nullable(text()),
});
