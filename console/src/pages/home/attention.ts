import type { Resource } from '../../api/client.ts';
import { t } from '../../texts/home.ts';

/** Something that a person should look at. */
export interface Point {
  readonly title: string;
  readonly body: string;
  readonly isUrgent: boolean;
}

interface AccountDocument {
  readonly data: Resource<'users'>;
  readonly meta?: {
    readonly 'two-factor-required': {
      readonly 'site-administration': boolean;
      readonly organizations: readonly string[];
    };
  };
}

const requirementOf = ({ meta }: AccountDocument): readonly Point[] => {
  if (meta === undefined) return [];
  const { 'site-administration': ofSite, organizations } = meta['two-factor-required'];
  const places = [...organizations, ...(ofSite ? [t.siteAdministration] : [])].join(', ');
  return [{ title: t.twoFactorRequired(places), body: t.twoFactorRequiredBody, isUrgent: true }];
};

/** What concerns the account itself. */
export function attentionOf(account: AccountDocument): readonly Point[] {
  const { 'unconfirmed-email': wanted } = account.data.attributes;
  const unconfirmed =
    wanted === null ? [] : [{ title: t.unconfirmed(wanted), body: t.unconfirmedBody, isUrgent: false }];
  return [...requirementOf(account), ...unconfirmed];
}
