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
    load: async () => (await import('./named.tsx')).NamedWorkspace,
  }),
  page(workspaces, {
    title: 'Workspaces',
    load: async () => (await import('./list.tsx')).Workspaces,
    search: listSearch(workspaceList),
  }),
  page(workspace, {
    title: 'Workspace',
    load: async () => (await import('./workspace.tsx')).WorkspacePage,
    search: listSearch(appliedSetList),
  }),
  page(`${workspace}/evaluations`, {
    title: 'Evaluations',
    load: async () => (await import('./evaluations.tsx')).WorkspaceEvaluations,
    search: listSearch(evaluationList),
  }),
  page(`${workspace}/modules`, {
    title: 'Modules',
    load: async () => (await import('./modules.tsx')).WorkspaceModules,
    search: listSearch(moduleUseList),
  }),
  page(`${workspace}/exemptions`, {
    title: 'Exemptions',
    load: async () => (await import('./exemptions.tsx')).WorkspaceExemptions,
    search: listSearch(exemptionList),
  }),
  page(`${workspace}/access`, { title: 'Access', load: async () => (await import('./access.tsx')).WorkspaceAccess }),
  page(projects, {
    title: 'Projects',
    load: async () => (await import('./projects.tsx')).Projects,
    search: listSearch(projectList),
  }),
  page(project, {
    title: 'Project',
    load: async () => (await import('./project.tsx')).ProjectPage,
    search: listSearch(appliedSetList),
  }),
  page(`${project}/workspaces`, {
    title: 'Workspaces',
    load: async () => (await import('./project-workspaces.tsx')).ProjectWorkspaces,
    search: listSearch(workspaceList),
  }),
  page(`${project}/access`, {
    title: 'Access',
    load: async () => (await import('./project-access.tsx')).ProjectAccess,
  }),
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
