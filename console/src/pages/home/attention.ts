import { claimsAddress, hasNoAddress } from '../../api/addresses.ts';
import type { Resource } from '../../api/client.ts';
import { relativeTime } from '../../components/relative-time.ts';

/** An item that needs the user's attention. */
export interface Point {
  readonly title: string;
  readonly body: string;
  readonly isUrgent: boolean;
  /** Path of the page on which the user can deal with the item. */
  readonly path?: string;
  /** Query parameters of that page's URL. */
  readonly search?: object;
}

export interface AccountDocument {
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
  const places = [...organizations, ...(ofSite ? ['the site administration'] : [])].join(', ');
  return [
    {
      title: `Two-factor authentication is required for ${places}`,
      body: 'Turn on two-factor authentication to get access.',
      isUrgent: true,
      path: '/app/me/two-factor',
    },
  ];
};

/** Time in ms. The start page shows a warning if a token expires within this time. */
const soon = 14 * 24 * 3_600_000;

/** Returns the tokens that expire soon. Expired tokens are not listed, because a warning would come too late. */
export function endingTokens(tokens: readonly Resource<'authentication-tokens'>[], now: number): readonly Point[] {
  return tokens.flatMap(({ attributes: { description, 'expired-at': end } }) => {
    const left = end === null ? Number.POSITIVE_INFINITY : Date.parse(end) - now;
    if (end === null || left <= 0 || left > soon) return [];
    return [
      {
        title: `The API token “${description || 'without a description'}” expires ${relativeTime(end, now)}`,
        body: 'Programs that use this token are refused after it expires. Create a new token before it expires.',
        isUrgent: false,
        path: '/app/me/tokens',
      },
    ];
  });
}

const withoutTwoFactor = ({ data, meta }: AccountDocument): readonly Point[] => {
  const { 'is-admin': isAdministrator, 'two-factor': twoFactor } = data.attributes;
  if (!isAdministrator || twoFactor.verified || meta !== undefined) return [];
  return [
    {
      title: 'Two-factor authentication is off',
      body: 'You are a site administrator: anyone who learns your password controls the whole instance.',
      isUrgent: false,
      path: '/app/me/two-factor',
    },
  ];
};

const withoutAddress = ({ data }: AccountDocument): readonly Point[] =>
  hasNoAddress(data)
    ? [
        {
          title: 'Your account has no e-mail address',
          body: 'The address that you entered belongs to another account. Set a different address in your profile.',
          isUrgent: true,
          path: '/app/me',
        },
      ]
    : [];

const claimed = ({ data }: AccountDocument): readonly Point[] =>
  claimsAddress(data)
    ? [
        {
          title: 'Your e-mail address is not confirmed',
          body: 'Invitations to this address wait until you confirm the address in your profile.',
          isUrgent: false,
          path: '/app/me',
        },
      ]
    : [];

/** Items about the account itself, such as an unconfirmed e-mail address. */
export function attentionOf(account: AccountDocument): readonly Point[] {
  const { 'unconfirmed-email': wanted } = account.data.attributes;
  const unconfirmed =
    wanted === null
      ? []
      : [
          {
            title: `${wanted} is not confirmed yet`,
            body: 'Follow the link in the mail that was sent to this address.',
            isUrgent: false,
          },
        ];
  return [
    ...requirementOf(account),
    ...withoutAddress(account),
    ...withoutTwoFactor(account),
    ...claimed(account),
    ...unconfirmed,
  ];
}
