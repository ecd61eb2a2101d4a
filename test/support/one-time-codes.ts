// Generates one-time codes as an authenticator app does.
import assert from 'node:assert/strict';
import { Secret, TOTP } from 'otpauth';
import { beginEnrolment } from '../../src/domains/accounts/two-factor/account.ts';
import { documentOf } from './documents.ts';
import { password } from './session.ts';
import { type Person, system, type World } from './world.ts';

/** Validity period of a one-time code in ms. */
export const stepLength = 30_000;

/** Returns the one-time code for the current time step, or for a time step relative to it. */
export const codeAt = ({ context }: World, secret: string, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: context.clock.now() + steps * stepLength });

/** Moves the clock to just after the beginning of the next time step, so that no step ends in the middle of a test. */
export const toNextStep = ({ context, advance }: World): void => {
  advance(stepLength - (context.clock.now() % stepLength) + 1);
};

/** Returns the document that confirms an enrolment or authorizes the removal of an enrolment. */
export const withCode = (code: unknown) => documentOf('two-factor-enrolments', { 'one-time-code': code });

/**
 * Returns the document that begins an enrolment. It contains the password, so a client with a token can send it, too.
 */
export const beginning = (attributes: Readonly<Record<string, unknown>> = {}) =>
  documentOf('two-factor-enrolments', { 'current-password': password, ...attributes });

export interface Enrolled {
  /** Base-32 secret of the authenticator. */
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/**
 * Enables two-factor authentication for a user. This uses up the code of the current time step, so the clock is then
 * moved to the beginning of a new time step.
 */
export const enrol = async (world: World, { client, user }: Person): Promise<Enrolled> => {
  const person = { kind: 'user', id: user.id, username: user.username, isAdmin: user.is_admin === 1 } as const;
  const { secret } = await beginEnrolment(world.context, { actor: system, person }, async () => []);
  assert.ok(secret !== null);
  // Begin a new time step, so that the confirmation cannot use up the code of a neighbouring step.
  toNextStep(world);
  const confirmed = await client.post('/account/two-factor/confirm', withCode(codeAt(world, secret)));
  toNextStep(world);
  return { secret, recoveryCodes: confirmed.body.data.attributes.codes };
};
