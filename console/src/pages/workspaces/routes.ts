import { IconBox } from '@tabler/icons-react';
import { listSearch } from '../../api/list.ts';
import {
  appliedSetList,
  evaluationList,
  exemptionList,
  moduleUseList,
  projectList,
  workspaceList,
} from '../../api/list-specs.ts';
import type { Area } from '../../app/area.ts';
import { page } from '../../app/page-route.ts';

const base = '/app/organizations/$organization';
const workspaces = `${base}/workspaces` as const;
const workspace = `${workspaces}/$workspace` as const;
const projects = `${base}/projects` as const;
const project = `${projects}/$project` as const;

export const workspacesRoutes = [
  page('/app/$organization/workspaces/$workspaceName', {
    title: 'Workspace',
    load: () => import('./named.tsx'),
    name: 'NamedWorkspace',
  }),
  page(workspaces, {
    title: 'Workspaces',
    load: () => import('./list.tsx'),
    name: 'Workspaces',
    search: listSearch(workspaceList),
  }),
  page(workspace, {
    title: 'Workspace',
    load: () => import('./workspace.tsx'),
    name: 'WorkspacePage',
    search: listSearch(appliedSetList),
  }),
  page(`${workspace}/evaluations`, {
    title: 'Evaluations',
    load: () => import('./evaluations.tsx'),
    name: 'WorkspaceEvaluations',
    search: listSearch(evaluationList),
  }),
  page(`${workspace}/modules`, {
    title: 'Modules',
    load: () => import('./modules.tsx'),
    name: 'WorkspaceModules',
    search: listSearch(moduleUseList),
  }),
  page(`${workspace}/exemptions`, {
    title: 'Exemptions',
    load: () => import('./exemptions.tsx'),
    name: 'WorkspaceExemptions',
    search: listSearch(exemptionList),
  }),
  page(`${workspace}/access`, { title: 'Access', load: () => import('./access.tsx'), name: 'WorkspaceAccess' }),
  page(projects, {
    title: 'Projects',
    load: () => import('./projects.tsx'),
    name: 'Projects',
    search: listSearch(projectList),
  }),
  page(project, {
    title: 'Project',
    load: () => import('./project.tsx'),
    name: 'ProjectPage',
    search: listSearch(appliedSetList),
  }),
  page(`${project}/workspaces`, {
    title: 'Workspaces',
    load: () => import('./project-workspaces.tsx'),
    name: 'ProjectWorkspaces',
    search: listSearch(workspaceList),
  }),
  page(`${project}/access`, { title: 'Access', load: () => import('./project-access.tsx'), name: 'ProjectAccess' }),
] as const;

export const workspacesArea: Area = {
  scope: 'organization',
  navigation: [
    {
      label: 'Workspaces',
      icon: IconBox,
      path: workspaces,
      others: [{ label: 'Projects', path: projects }],
    },
  ],
};
