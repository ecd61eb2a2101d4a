import type { ModuleRow } from '../registry/access.ts';

type Named = Pick<ModuleRow, 'organization_name' | 'name' | 'provider'>;

/** A module as configurations name it behind the host. */
export const addressOf = ({ organization_name, name, provider }: Named): string =>
  `${organization_name}/${name}/${provider}`;

/** The path of the page of a version. */
export const pathOfVersion = (module: Named, version: string): string =>
  `/registry/${addressOf(module)}/${encodeURIComponent(version)}`;
