import { Type } from 'typebox';
import { renderSVG } from 'uqr';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Nullable } from '../../../jsonapi/schema.ts';
import type { Enrolment, RecoveryCodes } from './account.ts';

/** Margin of the QR code in modules, as required by the QR code standard. */
const quietZone = 4;

const TextOrNull = () => Nullable(Type.String());

export const enrolmentResource = resource<Enrolment>({
  type: 'two-factor-enrolments',
  attributes: {
    secret: shown(TextOrNull(), ({ secret }) => secret),
    'otpauth-uri': shown(TextOrNull(), ({ uri }) => uri),
    /** QR code of `uri` as an SVG image. */
    'qr-code': shown(TextOrNull(), ({ uri }) => uri && renderSVG(uri, { border: quietZone })),
    'phone-number': shown(TextOrNull(), ({ phone }) => phone),
  },
  id: ({ userId }) => userId,
});

export const recoveryCodesResource = resource<RecoveryCodes>({
  type: 'recovery-codes',
  attributes: { codes: shown(Type.Array(Type.String()), ({ codes }) => codes) },
  id: ({ userId }) => userId,
});
