// Items that need attention in the user's own account.
import { joined } from '../../../../client/list.ts';
import { claimsAddress, hasNoAddress } from '../../api/addresses.ts';
import type { Resource } from '../../api/client.ts';
import { relativeTime } from '../../components/relative-time.ts';
import type { AttentionItem } from './attention-item.ts';

export interface AccountDocument {
  readonly data: Resource<'users'>;
  readonly meta?: {
    readonly 'two-factor-required': {
      readonly 'site-administration': boolean;
      readonly organizations: readonly string[];
    };
  };
}

const requirementOf = ({ meta }: AccountDocument): readonly AttentionItem[] => {
  if (meta === undefined) return [];
  const { 'site-administration': ofSite, organizations } = meta['two-factor-required'];
  const places = joined([...organizations, ...(ofSite ? ['the site administration'] : [])]);
  return [
    {
      key: 'two-factor-required',
      state: places,
      isUrgent: true,
      title: `Two-factor authentication is required for ${places}`,
      detail: 'Turn on two-factor authentication to get access.',
      path: '/app/me/two-factor',
    },
  ];
};

/** Time in ms. The start page names a token if it expires within this time. */
const soon = 14 * 24 * 3_600_000;

/** Returns the tokens that expire soon. Expired tokens are left out, because a warning would come too late. */
export function endingTokens(
  tokens: readonly Resource<'authentication-tokens'>[],
  now: number,
): readonly AttentionItem[] {
  return tokens.flatMap(({ id, attributes: { description, 'expired-at': end } }) => {
    const left = end === null ? Number.POSITIVE_INFINITY : Date.parse(end) - now;
    if (end === null || left <= 0 || left > soon) return [];
    return [
      {
        key: `token ${id}`,
        state: end,
        isUrgent: false,
        title: `The API token “${description || 'without a description'}” expires ${relativeTime(end, now)}`,
        path: '/app/me/tokens',
      },
    ];
  });
}

const withoutTwoFactor = ({ data, meta }: AccountDocument): readonly AttentionItem[] => {
  const { 'is-admin': isAdministrator, 'two-factor': twoFactor } = data.attributes;
  if (!isAdministrator || twoFactor.verified || meta !== undefined) return [];
  return [
    {
      key: 'two-factor',
      state: 'off',
      isUrgent: false,
      title: 'Two-factor authentication is off',
      detail: 'You are a site administrator: anyone who learns your password controls the whole instance.',
      path: '/app/me/two-factor',
    },
  ];
};

const withoutAddress = ({ data }: AccountDocument): readonly AttentionItem[] =>
  hasNoAddress(data)
    ? [
        {
          key: 'address',
          state: 'none',
          isUrgent: true,
          title: 'Your account has no e-mail address',
          detail: 'The address that you entered belongs to another account. Set a different address in your profile.',
          path: '/app/me',
        },
      ]
    : [];

const claimed = ({ data }: AccountDocument): readonly AttentionItem[] =>
  claimsAddress(data)
    ? [
        {
          key: 'address',
          state: 'unconfirmed',
          isUrgent: false,
          title: 'Your e-mail address is not confirmed',
          detail: 'Invitations to this address wait until you confirm the address in your profile.',
          path: '/app/me',
        },
      ]
    : [];

const unconfirmed = ({ data }: AccountDocument): readonly AttentionItem[] => {
  const { 'unconfirmed-email': wanted } = data.attributes;
  if (wanted === null) return [];
  return [
    {
      key: 'new-address',
      state: wanted,
      isUrgent: false,
      title: `${wanted} is not confirmed yet`,
      detail: 'Follow the link in the mail that was sent to this address.',
    },
  ];
};

/** Returns what needs attention in the account, such as an unconfirmed e-mail address. */
export const accountItems = (account: AccountDocument): readonly AttentionItem[] =>
  [requirementOf, withoutAddress, withoutTwoFactor, claimed, unconfirmed].flatMap((itemsOf) => itemsOf(account));
