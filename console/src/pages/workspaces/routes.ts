import { IconBox } from '@tabler/icons-react';
import { listSearch } from '../../api/list.ts';
import { appliedSetList, evaluationList, exemptionList, projectList, workspaceList } from '../../api/list-specs.ts';
import { canReadWorkspaces } from '../../api/organizations.ts';
import { type Area, where } from '../../app/area.ts';
import { page } from '../../app/page-route.ts';
import { t } from '../../texts/navigation.ts';

const base = '/app/organizations/$organization';
const workspaces = `${base}/workspaces` as const;
const workspace = `${workspaces}/$workspace` as const;
const projects = `${base}/projects` as const;
const project = `${projects}/$project` as const;

export const workspacesRoutes = [
  page(workspaces, {
    title: () => t.workspaces,
    load: () => import('./list.tsx'),
    name: 'Workspaces',
    search: listSearch(workspaceList),
  }),
  page(workspace, {
    title: () => t.workspace,
    load: () => import('./workspace.tsx'),
    name: 'WorkspacePage',
    search: listSearch(appliedSetList),
  }),
  page(`${workspace}/evaluations`, {
    title: () => t.evaluations,
    load: () => import('./evaluations.tsx'),
    name: 'WorkspaceEvaluations',
    search: listSearch(evaluationList),
  }),
  page(`${workspace}/exemptions`, {
    title: () => t.exemptions,
    load: () => import('./exemptions.tsx'),
    name: 'WorkspaceExemptions',
    search: listSearch(exemptionList),
  }),
  page(projects, {
    title: () => t.projects,
    load: () => import('./projects.tsx'),
    name: 'Projects',
    search: listSearch(projectList),
  }),
  page(project, {
    title: () => t.project,
    load: () => import('./project.tsx'),
    name: 'ProjectPage',
    search: listSearch(appliedSetList),
  }),
  page(`${project}/workspaces`, {
    title: () => t.workspaces,
    load: () => import('./project-workspaces.tsx'),
    name: 'ProjectWorkspaces',
    search: listSearch(projectList),
  }),
] as const;

export const workspacesArea: Area = {
  scope: 'organization',
  navigation: [
    {
      label: () => t.workspaces,
      icon: IconBox,
      path: workspaces,
      others: [{ label: () => t.projects, path: projects }],
      isShown: where(canReadWorkspaces),
    },
  ],
};
