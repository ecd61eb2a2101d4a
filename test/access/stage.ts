// A world of the matrix: one edition on one engine.
import type { Edition } from '../../src/config.ts';
import type { Engine } from '../../src/db/engine.ts';
import { initialAdminToken } from '../../src/domains/accounts/administration/initial-admin.ts';
import { passwordHasher } from '../../src/domains/accounts/password-hashing/hasher.ts';
import { newTotpSecret } from '../../src/domains/accounts/two-factor/totp.ts';
import { setRetentionPolicy } from '../../src/domains/instance/retention/data-retention.ts';
import { password } from '../support/session.ts';
import { openWorld, system, type World } from '../support/world.ts';

/** A world, and what all of its scenes have in common. */
export interface Stage extends AsyncDisposable {
  readonly world: World;
  readonly edition: Edition;
  readonly passwordHash: string;
  /** Everybody's secret for one-time codes, in base-32. */
  readonly secret: string;
  /** Token that would have made the first administrator, had there been none by now. */
  readonly firstToken: string;
}

export interface SceneOptions {
  /** The two-factor authentication of all callers; off by default. */
  readonly twoFactor?: 'pending' | 'on';
  /** True for a scene with an identity provider in the settings, which not all have: there can be 20. */
  readonly hasProvider?: boolean;
}

export const openStage = async (
  engine: Engine,
  edition: Edition,
  environment: Readonly<Record<string, string>> = {},
): Promise<Stage> => {
  const world = await openWorld(engine, { environment: { ...environment, TIPSTAFF_EDITION: edition } });
  await setRetentionPolicy(world.context, system, { days: 30, ifMatch: () => true });
  return {
    world,
    edition,
    passwordHash: await passwordHasher(world.context).hash(password),
    secret: newTotpSecret(),
    firstToken: (await initialAdminToken(world.context)) ?? '',
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
};
