import { Type } from 'typebox';
import { renderSVG } from 'uqr';
import { resource } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable } from '../../../jsonapi/schema.ts';
import type { Enrolment, RecoveryCodes } from './account.ts';

/** As wide as readers of QR codes want it, in modules. */
const quietZone = 4;

export const enrolmentResource = resource<Enrolment>()({
  type: 'two-factor-enrolments',
  attributes: Exactly({
    secret: Nullable(Type.String()),
    'otpauth-uri': Nullable(Type.String()),
    /** An image, as SVG. */
    'qr-code': Nullable(Type.String()),
    'phone-number': Nullable(Type.String()),
  }),
  id: ({ userId }) => userId,
  present: ({ secret, uri, phone }) => ({
    secret,
    'otpauth-uri': uri,
    'qr-code': uri === null ? null : renderSVG(uri, { border: quietZone }),
    'phone-number': phone,
  }),
});

export const recoveryCodesResource = resource<RecoveryCodes>()({
  type: 'recovery-codes',
  attributes: Exactly({ codes: Type.Array(Type.String()) }),
  id: ({ userId }) => userId,
  present: ({ codes }) => ({ codes: [...codes] }),
});
