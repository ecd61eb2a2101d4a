import packageFile from '../../package.json' with { type: 'json' };

/** This program's version, `N.N.N`. */
export const version: string = packageFile.version;
