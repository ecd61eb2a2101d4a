import packageFile from '../../package.json' with { type: 'json' };

/** Version of this program, in the form `N.N.N`. */
export const version: string = packageFile.version;
