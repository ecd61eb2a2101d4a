// The console: the document and the files of what people use in a browser. It has no rules and no data of its own.
import { consoleRoutes } from './routes.ts';

export const webConsole = { routes: consoleRoutes };
