// Names of the levels of access to a workspace or a project, and what each level permits.

export const levelNames = {
  read: 'Read',
  plan: 'Plan',
  write: 'Write',
  maintain: 'Maintain',
  admin: 'Admin',
  custom: 'Custom',
};

export type LevelName = keyof typeof levelNames;

interface LevelValues {
  readonly level: LevelName;
  readonly runs: 'read' | 'plan';
  readonly createsWorkspaces: boolean;
}

/** Text for a level of access. For the level `custom`, it says what the team can do. */
export const levelText = ({ level, runs, createsWorkspaces }: LevelValues): string => {
  if (level !== 'custom') return levelNames[level];
  const parts = [
    runs === 'plan' ? 'see evaluations and send plans' : 'see evaluations',
    ...(createsWorkspaces ? ['register workspaces'] : []),
  ];
  return `${levelNames.custom}: ${parts.join(', ')}`;
};

/** What a team needs to override policies in addition to its level of access. */
export const missingTexts = {
  'policy-override-delegation': 'Somebody with the permission “Override policies” has to save the level again.',
  'delegate-policy-overrides': 'The team needs the permission “Delegate overrides”.',
};

const custom = 'Choose what the team can do.';

/** Explanations of the levels of access to a workspace and to a project. */
export const levelHints: Readonly<Record<'workspace' | 'project', Partial<Record<LevelName, string>>>> = {
  workspace: {
    read: 'See the workspace, its evaluations and their findings.',
    plan: 'Like “Read”, and send plans whose evaluations count for the workspace.',
    write: 'Same as “Plan”.',
    admin: 'Like “Plan”, and give teams access to the workspace and override policies.',
    custom,
  },
  project: {
    read: 'See the workspaces of the project, their evaluations and findings.',
    write: 'Like “Read”, and send plans whose evaluations count for the workspaces.',
    maintain: 'Like “Write”, and register workspaces in the project.',
    admin: 'Like “Maintain”, and give teams access to the project and override policies.',
    custom,
  },
};
