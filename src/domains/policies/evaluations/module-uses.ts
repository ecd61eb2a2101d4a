// Module versions that a workspace uses. They are read from the plan of an evaluation that counts for the workspace.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { inSavepoint } from '../../../db/savepoint.ts';
import type { PlanReading } from '../../../effects/plan-reading/reading-child.ts';
import type { DocumentInPieces } from '../../../effects/policy-engine/frames.ts';
import { maxCalls } from '../../../protocols/module-lists/registry-calls.ts';
import type { Evaluated } from './evaluate.ts';
import { countsForWorkspace } from './place.ts';
import { type EvaluationRow, newerWithModules } from './store.ts';

/** Versions or version constraints of module calls, by the identifiers of the module versions that they select. */
export type ModuleUses = ReadonlyMap<string, string>;

/**
 * Returns the host names of the module registry if the plan contains one of them or cannot be searched, and otherwise an
 * empty list. Searching the plan for the names is faster than parsing it. Returns undefined if the modules of the plan
 * are not stored: there is no registry, or the evaluation does not affect the status of a workspace.
 */
export async function moduleHostsFor(
  context: Context,
  evaluation: EvaluationRow,
  plan: Pick<DocumentInPieces, 'pieces'>,
): Promise<readonly string[] | undefined> {
  const hosts = countsForWorkspace(evaluation) === true ? context.ports.registryHosts(context) : [];
  if (hosts.length === 0) return undefined;
  return (await containsAny(plan, hosts).catch(() => true)) ? hosts : [];
}

/**
 * Whether a plan contains one of the host names, in any letter case. If a host name has a label with Unicode characters
 * (`xn--…`), only the part after this label is searched, because the plan may contain the label in Unicode. The result
 * may therefore be true for a plan that contains none of the host names.
 */
async function containsAny(plan: Pick<DocumentInPieces, 'pieces'>, hosts: readonly string[]): Promise<boolean> {
  const words = hosts.map((host) => host.replace(/^.*xn--[^.:]*/, ''));
  const overlap = Math.max(...words.map(({ length }) => length));
  let last = '';
  for await (const piece of plan.pieces()) {
    const text = last + Buffer.from(piece).toString('latin1').toLowerCase();
    if (words.some((word) => text.includes(word))) return true;
    last = text.slice(-overlap);
  }
  return false;
}

/**
 * Adds to the result of an evaluation the module versions that its plan uses, or a notice that explains why they are not
 * stored. `modules` are the module calls that were read from the plan, or the reason why they could not be read.
 */
export async function withModules<Result extends Evaluated>(
  context: Context,
  { organization_id: organization, workspace_id: workspace }: EvaluationRow,
  modules: NonNullable<PlanReading['modules']>,
  result: Result,
): Promise<Result & { readonly modules?: ModuleUses }> {
  if (workspace === null) return result;
  if ('refusal' in modules) {
    const notice = `The modules that the workspace uses were not stored, because ${modules.refusal}.`;
    return { ...result, notices: [...result.notices, notice] };
  }
  try {
    const uses = await context.ports.findUsedVersions(context, organization, modules.slice(0, maxCalls));
    const notices = modules.length > maxCalls ? [...result.notices, tooMany] : result.notices;
    return { ...result, modules: uses, notices };
  } catch (error) {
    context.log.error({ error }, 'the modules that a workspace uses could not be read');
    return { ...result, notices: [...result.notices, modulesNotStored] };
  }
}

/** Notice of an evaluation whose modules could not be stored. */
export const modulesNotStored =
  'The modules that the workspace uses were not stored, because an unexpected error occurred. To store them, evaluate a new plan of the workspace.';
const tooMany = `Some modules that the workspace uses were not stored: at most ${maxCalls} are stored.`;

/**
 * Runs `work` in a savepoint. If `work` fails, its changes are rolled back and false is returned, so that the evaluation
 * keeps its result. The error is thrown if the transaction has ended or must be repeated.
 */
const inOwnSavepoint = (
  { log }: Context,
  tx: Transaction,
  work: (part: Transaction) => Promise<boolean>,
): Promise<boolean> =>
  inSavepoint(tx, work, (error) => {
    log.error({ error }, 'the modules that a workspace uses could not be stored');
    return false;
  });

/** Whether the stored module versions of an evaluation's workspace are these ones. False if this is unknown. */
export const areModulesStored = (
  context: Context,
  tx: Transaction,
  { workspace_id: workspace }: EvaluationRow,
  uses: ModuleUses,
): Promise<boolean> =>
  inOwnSavepoint(
    context,
    tx,
    async (part) => workspace === null || (await context.ports.areUsesStored(part, workspace, uses)),
  );

/**
 * Stores the module versions that the workspace of an evaluation uses, unless a newer evaluation has determined them.
 * The organization must be locked. Returns false if this failed.
 */
export const storeModules = (
  context: Context,
  tx: Transaction,
  { organization_id: organization, workspace_id: workspace, created_at: at }: EvaluationRow,
  uses: ModuleUses,
): Promise<boolean> =>
  inOwnSavepoint(context, tx, async (part) => {
    if (workspace === null) return true;
    const newer = await part.first(newerWithModules, { organization, workspace, at });
    if (newer === undefined) await context.ports.replaceUses(part, { organization, workspace }, uses);
    return true;
  });
