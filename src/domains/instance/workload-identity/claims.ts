// Claims of a workload identity token, with the names that trust policies in clouds expect.

/** Phases of a run. A cloud can trust each phase separately. */
export const runPhases = ['plan', 'apply'] as const;

type RunPhase = (typeof runPhases)[number];

/** A named object and, if known, its identifier. */
interface Named {
  readonly name: string;
  readonly id?: string | undefined;
}

/** The workload that a token identifies. */
export interface Workload {
  readonly organization: Named;
  readonly project: Named;
  readonly workspace: Named;
  readonly phase: RunPhase;
  readonly runId?: string | undefined;
}

/** Times when a token is issued and expires, in seconds since 1970. */
export interface Validity {
  readonly issuedAt: number;
  readonly expiresAt: number;
}

export type TokenClaims = Readonly<Record<string, string | number>>;

/** Tolerance in seconds for clouds whose clock is slightly behind. */
const leeway = 5;

const registered = ['jti', 'iss', 'aud', 'iat', 'nbf', 'exp', 'sub'];

const nobody = { name: '' };

const described = Object.keys(
  workloadClaims({ organization: nobody, project: nobody, workspace: nobody, phase: 'plan' }),
);

/** Names of all claims that a token may contain. */
export function claimsSupported(prefix: string): readonly string[] {
  return [...registered, ...described.map((name) => prefix + name)];
}

/**
 * Claims about the workload and the validity of its token. Claims for unknown properties of the workload are omitted.
 */
export function workloadTokenClaims(
  prefix: string,
  workload: Workload,
  { issuedAt, expiresAt }: Validity,
): TokenClaims {
  const own = Object.entries(workloadClaims(workload)).flatMap(([name, value]) =>
    value === undefined ? [] : [[prefix + name, value] as const],
  );
  const { full_workspace, run_phase } = workloadClaims(workload);
  return {
    iat: issuedAt,
    nbf: issuedAt - leeway,
    exp: expiresAt,
    sub: `${full_workspace}:run_phase:${run_phase}`,
    ...Object.fromEntries(own),
  };
}

function workloadClaims({ organization, project, workspace, phase, runId }: Workload) {
  return {
    organization_id: organization.id,
    organization_name: organization.name,
    project_id: project.id,
    project_name: project.name,
    workspace_id: workspace.id,
    workspace_name: workspace.name,
    full_workspace: `organization:${organization.name}:project:${project.name}:workspace:${workspace.name}`,
    run_id: runId,
    run_phase: phase,
  };
}
