import packageFile from '../../package.json' with { type: 'json' };

/** The version of this program, `N.N.N`. */
export const version: string = packageFile.version;
