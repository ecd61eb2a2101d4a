// Shows the difference between the declarations and a service, and applies the changes.
import { orAbsent } from '../../../client/failure.ts';
import { counted } from '../../lib/text/text.ts';
import { type EffectReplays, effectLines, jsonOfEffect } from '../policy-service/change-effects.ts';
import { NotChecked, type Output, type Terminal } from '../terminal/command.ts';
import { type ApplyProgress, carryOut } from './apply.ts';
import { type Change, changeKey, nameOf } from './difference.ts';
import { deleteStaged, effectsOf, type PlannedEffect } from './effects.ts';
import { type Instance, readInstance } from './instance.ts';
import { requireKnownAttributes } from './known-attributes.ts';
import { organizationFile, organizationsFolder } from './layout.ts';
import { keyOf, kindNames, type LeftOut, siteKinds } from './model.ts';
import { planFor } from './plan.ts';
import type { DeclaredFolder } from './read-folder.ts';
import { jsonOf, leftOutLines, linesOf } from './show-plan.ts';
import { type TighteningChange, tighteningChanges } from './tightening-changes.ts';
import { type ApiTarget, documentAt, textIn } from './wire.ts';

export interface RunOptions {
  readonly dryRun: boolean;
  readonly prune: boolean;
  readonly yes: boolean;
  readonly sendSecrets: boolean;
  readonly terminal: Pick<Terminal, 'warn'>;
  /** Replays the changes that can make more plans fail. By default, no change is replayed. */
  readonly replays?: EffectReplays | undefined;
  /** Records and attributes that are missing in the declarations because they could not be imported. */
  readonly leftOut?: readonly LeftOut[];
  /** Whether to continue with the remaining changes after the service refuses one. */
  readonly goesOn?: boolean;
}

export async function applyDeclared(target: ApiTarget, folder: DeclaredFolder, options: RunOptions): Promise<Output> {
  const self = await ownAddress(target);
  const instance = () => readInstance(target, { organizations: folder.organizations, site: folder.hasSite });
  const { prune, sendSecrets, goesOn = false } = options;
  const how = { prunes: prune, sendsSecrets: sendSecrets, self, keepsOrganizations: goesOn };
  const before = await instance();
  requireSite(folder, before);
  requireOrganizations(folder, before);
  const { changes, leftOut: unapplied } = planFor(folder, before, how);
  if (changes.length > 0) await requireKnownAttributes(target, changes);
  const leftOut = [...(options.leftOut ?? []), ...unapplied];
  const lines = [`Changes to ${target.url}:`, ...linesOf(changes)];
  const json = { url: target.url, 'is-dry-run': options.dryRun, changes: changes.map(jsonOf) };
  if (options.dryRun || changes.length === 0) {
    const effects = await effectsIn(target, tighteningChanges(changes, before.records), options);
    await deleteStaged(target);
    const end = options.dryRun ? 'Nothing was changed.' : 'Nothing to change.';
    const exitCode = leftOut.length + changes.length > 0 ? 1 : 0;
    return {
      text: [...lines, ...effectLines(effects), ...leftOutLines(leftOut), end].join('\n'),
      json: { ...json, effects: effects.map(jsonOfEffect), 'left-out': leftOut },
      exitCode,
    };
  }
  for (const line of lines) options.terminal.warn(line);
  requireYes(changes, options);
  const refused: LeftOut[] = [];
  const progress: ApplyProgress = {
    done: 0,
    total: changes.length,
    ...(goesOn && { onRefusal: (part) => void refused.push(part) }),
  };
  const isNew = (change: Change) => change.action === 'create' && change.declared.kind === 'organization';
  const last = changes.findLastIndex(isNew);
  await carryOut(target, changes.slice(0, last + 1), progress);
  // The service creates records in a new organization by itself, so the difference is computed again. Only changes that
  // were shown before are made.
  const shown = new Set(changes.map(changeKey));
  const again = last < 0 ? before : await instance();
  const others = planFor(folder, again, how).changes.filter((change) => shown.has(changeKey(change)));
  const all = { changes: others, tightening: tighteningChanges(others, again.records) };
  const effects = await replayAndCarryOut(target, all, options, { ...progress, total: progress.done + others.length });
  const missing = [...leftOut, ...refused];
  const text = [`Applied ${changes.length - refused.length}.`, ...leftOutLines(missing)].join('\n');
  return {
    text,
    json: { ...json, effects: effects.map(jsonOfEffect), 'left-out': missing },
    exitCode: missing.length > 0 ? 1 : 0,
  };
}

const effectsIn = async (target: ApiTarget, changes: readonly TighteningChange[], { replays }: RunOptions) =>
  replays === undefined ? [] : effectsOf(target, changes, replays);

/** Replays the changes that can make more plans fail, and shows their effects. */
async function shownEffects(
  target: ApiTarget,
  changes: readonly Change[],
  { tightening }: Planned,
  options: RunOptions,
): Promise<readonly PlannedEffect[]> {
  const tried = tightening.filter(({ change }) => changes.includes(change));
  const effects = await effectsIn(target, tried, options);
  for (const line of effectLines(effects)) options.terminal.warn(line);
  return effects;
}

interface Planned {
  readonly changes: readonly Change[];
  /** The changes that can make more plans fail. */
  readonly tightening: readonly TighteningChange[];
}

/**
 * Shows how many recorded plans would newly fail, and then makes the changes. New policies are created first: they
 * block nothing until they are in a policy set, and a replay can only add existing policies to a set. Moves of workspaces
 * are replayed before they are made.
 */
async function replayAndCarryOut(
  target: ApiTarget,
  planned: Planned,
  options: RunOptions,
  progress: ApplyProgress,
): Promise<readonly PlannedEffect[]> {
  const { changes } = planned;
  const first = changes.filter(isBeforePolicies);
  const rest = changes.filter((change) => !first.includes(change));
  const ofFirst = await shownEffects(target, first, planned, options);
  await carryOut(target, first, progress);
  const ofRest = await shownEffects(target, rest, planned, options);
  const named = ofRest.flatMap(({ change, replay }) =>
    replay === undefined ? [] : [[changeKey(change), replay.id] as const],
  );
  await carryOut(target, rest, { ...progress, replays: new Map(named) });
  return [...ofFirst, ...ofRest];
}

/**
 * Whether a change is made before existing policies change. This is true for new policies, and for records of kinds
 * that come before policies in `kindNames`.
 */
const isBeforePolicies = (change: Change): boolean => {
  const { kind } = nameOf(change);
  if (change.action === 'delete') return false;
  return kind === 'policy' ? change.action === 'create' : kindNames.indexOf(kind) < kindNames.indexOf('policy');
};

function requireSite({ hasSite, records }: DeclaredFolder, before: Instance): void {
  if (!hasSite || before.hasSite) return;
  const first = records.find(({ kind }) => siteKinds.includes(kind));
  const place = first === undefined ? 'site.yaml' : first.place.text;
  throw new NotChecked(
    `${place}: this token does not belong to a site administrator, or the service has no settings: remove site.yaml, or use another token.`,
  );
}

/** Requires that each organization exists, or that its attributes are declared, so that it can be created. */
function requireOrganizations({ organizations, records }: DeclaredFolder, before: Instance): void {
  const known = new Set([...records, ...before.records].map(keyOf));
  const missing = organizations.filter((name) => !known.has(keyOf({ kind: 'organization', path: [name] })));
  if (missing.length === 0) return;
  throw new NotChecked(
    ...missing.map(
      (name) =>
        `The organization ${name} does not exist, or this token has no permission to read it. To create the organization, add ${organizationsFolder}/${name}/${organizationFile.name}.`,
    ),
  );
}

function requireYes(changes: readonly Change[], { yes }: RunOptions): void {
  const deleted = changes.filter(({ action }) => action === 'delete').length;
  const removed = changes.some(
    (change) => change.action === 'change' && nameOf(change).kind === 'team' && losesPeople(change),
  );
  if (yes || (deleted === 0 && !removed)) return;
  const what = deleted === 0 ? 'people would be removed' : `${counted(deleted, 'record')} would be deleted`;
  throw new NotChecked(`Nothing was changed, because ${what}: add --yes to confirm this.`);
}

const losesPeople = ({ attributes }: Change): boolean =>
  attributes.some(
    ({ name, before, after }) =>
      name === 'members' &&
      Array.isArray(before) &&
      Array.isArray(after) &&
      before.some((each) => !after.includes(each)),
  );

/** Email address of the token's account; undefined for team tokens and organization tokens. */
async function ownAddress(target: ApiTarget): Promise<string | undefined> {
  const answer = await orAbsent(documentAt(target, '/api/v2/account/details'));
  return (answer && textIn(answer.value.data, 'email').toLowerCase()) || undefined;
}
