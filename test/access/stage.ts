// Test environment of the access matrix: one edition on one database engine.
import type { Edition } from '../../src/config.ts';
import type { Engine } from '../../src/db/engine.ts';
import { initialAdminToken } from '../../src/domains/accounts/administration/initial-admin.ts';
import { passwordHasher } from '../../src/domains/accounts/password-hashing/hasher.ts';
import { newTotpSecret } from '../../src/domains/accounts/two-factor/totp.ts';
import { setRetentionPolicy } from '../../src/domains/instance/retention/data-retention.ts';
import { password } from '../support/session.ts';
import { openWorld, system, type World } from '../support/world.ts';

/** Test environment with values that all scenes share. */
export interface Stage extends AsyncDisposable {
  readonly world: World;
  readonly edition: Edition;
  readonly passwordHash: string;
  /** Shared base-32 secret for one-time codes. */
  readonly secret: string;
  /** Token for creating the first administrator. It no longer works, because there is an administrator already. */
  readonly firstToken: string;
}

export interface SceneOptions {
  /** State of two-factor authentication of all callers; off by default. */
  readonly twoFactor?: 'pending' | 'on';
  /**
   * Whether the settings contain an identity provider for the scene. Only some scenes have one, because at most 20 are
   * allowed.
   */
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
