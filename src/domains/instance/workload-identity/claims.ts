// What a workload identity token says, in the form that clouds' trust in this API family is written for.

/** The parts of a run; each is a workload of its own to a cloud. */
export const runPhases = ['plan', 'apply'] as const;
export type RunPhase = (typeof runPhases)[number];

/** Something with a name; its identifier is absent where nobody gave it. */
interface Named {
  readonly name: string;
  readonly id?: string | undefined;
}

/** For what a token speaks. */
export interface Workload {
  readonly organization: Named;
  readonly project: Named;
  readonly workspace: Named;
  readonly phase: RunPhase;
  readonly runId?: string | undefined;
}

/** When a token was made, and until when it is good; seconds since 1970. */
export interface Validity {
  readonly issuedAt: number;
  readonly expiresAt: number;
}

export type Claims = Readonly<Record<string, string | number>>;

/** A cloud whose clock is a little late takes a new token all the same. */
const leeway = 5;

const workloadClaims = ({ organization, project, workspace, phase, runId }: Workload) => ({
  organization_id: organization.id,
  organization_name: organization.name,
  project_id: project.id,
  project_name: project.name,
  workspace_id: workspace.id,
  workspace_name: workspace.name,
  full_workspace: `organization:${organization.name}:project:${project.name}:workspace:${workspace.name}`,
  run_id: runId,
  run_phase: phase,
});

const registered = ['jti', 'iss', 'aud', 'iat', 'nbf', 'exp', 'sub'];
const nobody = { name: '' };
const described = Object.keys(
  workloadClaims({ organization: nobody, project: nobody, workspace: nobody, phase: 'plan' }),
);

/** The names of all claims that a token may have. */
export const claimsSupported = (prefix: string): readonly string[] => [
  ...registered,
  ...described.map((name) => prefix + name),
];

/** The claims of a token, less those of who issued it for whom; what is unknown of the workload is left out. */
export const workloadTokenClaims = (prefix: string, workload: Workload, { issuedAt, expiresAt }: Validity): Claims => {
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
};
