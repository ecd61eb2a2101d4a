// Module versions that a workspace uses. They are read from the plan of an evaluation that counts for the workspace.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { PlanReading } from '../../../effects/plan-reading/reading-child.ts';
import type { DocumentInPieces } from '../../../effects/policy-engine/frames.ts';
import { maxCalls } from '../../../protocols/module-lists/registry-calls.ts';
import type { Evaluated } from './evaluate.ts';
import { countsForWorkspace } from './place.ts';
import { type EvaluationRow, newerCounted } from './store.ts';

/** Versions or version constraints of module calls, by the identifiers of the module versions that they select. */
export type ModuleUses = ReadonlyMap<string, string>;

/**
 * Returns the host names of the module registry, or an empty list if the plan contains none of them. Searching the plan
 * for the names is faster than parsing it. Returns undefined if the evaluation does not count for a workspace, or if
 * there is no registry.
 */
export async function moduleHostsFor(
  context: Context,
  evaluation: EvaluationRow,
  plan: Pick<DocumentInPieces, 'pieces'>,
): Promise<readonly string[] | undefined> {
  const hosts = countsForWorkspace(evaluation) === true ? context.ports.registryHosts(context) : [];
  if (hosts.length === 0) return undefined;
  return (await containsAny(plan, hosts)) ? hosts : [];
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
 * Adds to the result of an evaluation the module versions that its plan uses, if they differ from the stored ones, or a
 * notice that explains why they are not stored. `modules` are the module calls that were read from the plan, or the
 * reason why they could not be read.
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
  const calls = modules.slice(0, maxCalls);
  try {
    const uses = await context.ports.changedModuleUses(context, { organization, workspace }, calls);
    const notices = modules.length > maxCalls ? [...result.notices, tooMany] : result.notices;
    return { ...result, ...(uses && { modules: uses }), notices };
  } catch (error) {
    // The evaluation keeps its result. If the database is unavailable, the result cannot be stored either, and the
    // evaluation is repeated.
    context.log.error({ error }, 'the modules that a workspace uses could not be read');
    return { ...result, notices: [...result.notices, failed] };
  }
}

const failed =
  'The modules that the workspace uses were not stored, because an unexpected error occurred. To store them, evaluate a new plan of the workspace.';
const tooMany = `Some modules that the workspace uses were not stored: at most ${maxCalls} are stored.`;

/**
 * Stores the module versions that the workspace of an evaluation uses, unless a newer evaluation has stored them. The
 * organization must be locked.
 */
export async function storeModules(
  tx: Transaction,
  { ports }: Context,
  { organization_id: organization, workspace_id: workspace, created_at: at }: EvaluationRow,
  uses: ModuleUses,
): Promise<void> {
  if (workspace === null || (await tx.first(newerCounted, { organization, workspace, at })) !== undefined) return;
  await ports.replaceUses(tx, workspace, uses);
}
