// Pushes a folder as a new version of a policy set. If the change can make more plans fail, the version is first staged
// and replayed with recorded plans.
import { pathPart } from '../../../client/request.ts';
import { refusalIn, withOutcome } from '../client/service-failure.ts';
import { CommandFailed, type Terminal } from '../terminal/command.ts';
import { type ChangeEffect, type EffectReplays, effectLines, newlyFailing, tooOld } from './change-effects.ts';
import type { OrganizationService } from './organization-service.ts';
import { type NewVersion, newVersion, packed, unchanged, uploadTo } from './push.ts';
import type { Files, VersionedSet } from './service-folder.ts';

/** Files that a command pushes to a policy set. */
export interface PushedFiles {
  readonly set: VersionedSet;
  readonly files: Files;
  /** Name of the pushed files in messages, such as the path of the folder. */
  readonly origin: string;
  /** The changes that can make more plans fail, as a sentence without a full stop; undefined if there are none. */
  readonly tightening: string | undefined;
}

export interface PushOptions {
  readonly isDryRun: boolean;
  /** Whether the command pushes without asking, even if recorded plans would newly fail. */
  readonly isConfirmed: boolean;
  readonly terminal: Pick<Terminal, 'warn' | 'ask' | 'isInteractive'>;
  /** Undefined if the user does not want replays. */
  readonly replays: EffectReplays | undefined;
}

interface Pushed {
  /** Identifier of the new version; null if nothing was pushed. */
  readonly version: string | null;
  readonly effect?: ChangeEffect;
}

/** Pushes files. Throws `CommandFailed` if the service refuses them, or if the user answers no. */
export async function replayedPush(
  service: OrganizationService,
  pushed: PushedFiles,
  options: PushOptions,
): Promise<Pushed> {
  const { tightening } = pushed;
  const { isDryRun, replays } = options;
  if (replays !== undefined && tightening !== undefined)
    return stagedPush(service, { ...pushed, tightening }, { ...options, replays });
  if (isDryRun) return { version: null };
  const content = packed(pushed.set, pushed.files, pushed.origin);
  const version = await newVersion(service, pushed.set, { staged: false });
  await uploadTo(service, version, content);
  return { version: version.id };
}

async function stagedPush(
  service: OrganizationService,
  { set, files, origin, tightening: sentence }: PushedFiles & { readonly tightening: string },
  { isDryRun, replays, ...options }: PushOptions & { readonly replays: EffectReplays },
): Promise<Pushed> {
  const content = packed(set, files, origin);
  const version = await newVersion(service, set, { staged: true });
  if (version.isStaged || !isDryRun) await uploadTo(service, version, content);
  if (!version.isStaged)
    return { version: isDryRun ? null : version.id, effect: { sentence, reason: tooOld(service) } };
  const effect = await replays.effectOf({
    sentence,
    path: `/api/v2/policy-sets/${pathPart(set.id)}`,
    relationships: { 'policy-set-version': { data: { type: 'policy-set-versions', id: version.id } } },
  });
  if (!isDryRun && (await isAgreed(effect, options))) {
    await activate(service, version, effect);
    return { version: version.id, effect };
  }
  await remove(service, version);
  if (!isDryRun) throw new CommandFailed(`The new version was not put in force. ${unchanged}`);
  return { version: null, effect };
}

/**
 * Shows the effect of a push. If recorded plans would newly fail, or if the replay did not finish, asks the user for
 * confirmation.
 */
async function isAgreed(
  effect: ChangeEffect,
  { isConfirmed, terminal }: Pick<PushOptions, 'isConfirmed' | 'terminal'>,
): Promise<boolean> {
  for (const line of effectLines([effect])) terminal.warn(line);
  const isFinished = effect.replay === undefined || effect.replay.attributes.status === 'finished';
  if (isConfirmed || !terminal.isInteractive || (isFinished && newlyFailing(effect) === 0)) return true;
  try {
    return /^y(?:es)?$/i.test(await terminal.ask('Put the new version in force? (yes/no)'));
  } catch (error) {
    if (error instanceof CommandFailed) return false;
    throw error;
  }
}

async function activate({ client }: OrganizationService, version: NewVersion, { replay }: ChangeEffect): Promise<void> {
  try {
    await client.post('/api/v2/policy-set-versions/{policy_set_version_id}/actions/activate', {
      params: { policy_set_version_id: version.id },
      query: { replay: replay?.id },
      needs: [],
    });
  } catch (error) {
    throw new CommandFailed(...withOutcome(refusalIn(error), unchanged));
  }
}

const remove = ({ client }: OrganizationService, { id }: NewVersion): Promise<unknown> =>
  client.delete('/api/v2/policy-set-versions/{policy_set_version_id}', { params: { policy_set_version_id: id } });
