import { claimsAddress, hasNoAddress } from '../../api/addresses.ts';
import type { Resource } from '../../api/client.ts';
import { relativeTime } from '../../components/relative-time.ts';
import { t } from '../../texts/home.ts';

/** Something that a person should look at. */
export interface Point {
  readonly title: string;
  readonly body: string;
  readonly isUrgent: boolean;
  /** The page that helps. */
  readonly path?: string;
  /** State of that page. */
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
  const places = [...organizations, ...(ofSite ? [t.siteAdministration] : [])].join(', ');
  return [
    { title: t.twoFactorRequired(places), body: t.twoFactorRequiredBody, isUrgent: true, path: '/app/me/two-factor' },
  ];
};

/** Period in ms before the end of a token in which the start page warns of it. */
const soon = 14 * 24 * 3_600_000;

/** Tokens that stop working soon; those that have ended are past help. */
export function endingTokens(tokens: readonly Resource<'authentication-tokens'>[], now: number): readonly Point[] {
  return tokens.flatMap(({ attributes: { description, 'expired-at': end } }) => {
    const left = end === null ? Number.POSITIVE_INFINITY : Date.parse(end) - now;
    if (end === null || left <= 0 || left > soon) return [];
    return [
      {
        title: t.tokenEnds(description || t.aToken, relativeTime(end, now)),
        body: t.tokenEndsBody,
        isUrgent: false,
        path: '/app/me/tokens',
      },
    ];
  });
}

const withoutTwoFactor = ({ data, meta }: AccountDocument): readonly Point[] => {
  const { 'is-admin': isAdministrator, 'two-factor': twoFactor } = data.attributes;
  if (!isAdministrator || twoFactor.verified || meta !== undefined) return [];
  return [{ title: t.twoFactorOff, body: t.twoFactorOffBody, isUrgent: false, path: '/app/me/two-factor' }];
};

const withoutAddress = ({ data }: AccountDocument): readonly Point[] =>
  hasNoAddress(data) ? [{ title: t.noAddress, body: t.noAddressBody, isUrgent: true, path: '/app/me' }] : [];

const claimed = ({ data }: AccountDocument): readonly Point[] =>
  claimsAddress(data)
    ? [{ title: t.claimedAddress, body: t.claimedAddressBody, isUrgent: false, path: '/app/me' }]
    : [];

/** Points that concern the account itself. */
export function attentionOf(account: AccountDocument): readonly Point[] {
  const { 'unconfirmed-email': wanted } = account.data.attributes;
  const unconfirmed =
    wanted === null ? [] : [{ title: t.unconfirmed(wanted), body: t.unconfirmedBody, isUrgent: false }];
  return [
    ...requirementOf(account),
    ...withoutAddress(account),
    ...withoutTwoFactor(account),
    ...claimed(account),
    ...unconfirmed,
  ];
}
