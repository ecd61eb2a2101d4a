// Console domain: serves the HTML document and the files of the web console. It has no rules or data of its own.
import { consoleFont } from './build.ts';
import { consoleRoutes } from './routes.ts';

export const webConsole = { routes: consoleRoutes, ports: { consoleFont } };
