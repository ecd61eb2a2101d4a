// Console domain: the document and the files of the browser interface. It has no rules or data of its own.
import { consoleRoutes } from './routes.ts';

export const webConsole = { routes: consoleRoutes };
