// Codes of an authenticator app.
import assert from 'node:assert/strict';
import { Secret, TOTP } from 'otpauth';
import { beginEnrolment } from '../../src/domains/accounts/two-factor/account.ts';
import { documentOf } from './documents.ts';
import { password } from './session.ts';
import { type Person, system, type World } from './world.ts';

/** Period in ms in which a code is the current one. */
export const stepLength = 30_000;

/** The code that an authenticator shows now, or so many steps later. */
export const codeAt = ({ context }: World, secret: string, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: context.clock.now() + steps * stepLength });

/** Moves the clock to just after the beginning of a step, so that none ends in the middle of a test. */
export const toNextStep = ({ context, advance }: World): void => {
  advance(stepLength - (context.clock.now() % stepLength) + 1);
};

/** A document that confirms an enrolment, or proves that one may end it. */
export const withCode = (code: unknown) => documentOf('two-factor-enrolments', { 'one-time-code': code });

/** A document that begins an enrolment, also with a token. */
export const beginning = (attributes: Readonly<Record<string, unknown>> = {}) =>
  documentOf('two-factor-enrolments', { 'current-password': password, ...attributes });

export interface Enrolled {
  /** In base-32, as an authenticator keeps it. */
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** Turns a person's two-factor authentication on. The current code is used up by that; a new step has just begun. */
export const enrol = async (world: World, { client, user }: Person): Promise<Enrolled> => {
  const person = { kind: 'user', id: user.id, username: user.username, isAdmin: user.is_admin === 1 } as const;
  const { secret } = await beginEnrolment(world.context, { actor: system, person }, async () => []);
  assert.ok(secret !== null);
  // The confirmation has a whole step: a code of the step before would be accepted too, and another one be used up.
  toNextStep(world);
  const confirmed = await client.post('/account/two-factor/confirm', withCode(codeAt(world, secret)));
  toNextStep(world);
  return { secret, recoveryCodes: confirmed.body.data.attributes.codes };
};
