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
  /**
   * One-time token for creating the first administrator. It no longer works, because an administrator already exists.
   */
  readonly firstToken: string;
}

export interface SceneOptions {
  /** State of two-factor authentication for all callers; off by default. */
  readonly twoFactor?: 'pending' | 'on';
  /**
   * Whether an identity provider is configured for the scene. Only some scenes have a provider, because the service
   * allows at most 20.
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
