// Provides the identifier of the current request for log lines of code that has no access to the request.
import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<string>();

/** Runs work for the request with this identifier. */
export const inRequest = <Result>(id: string, work: () => Result): Result => storage.run(id, work);

/** Returns the identifier of the current request. Undefined in a job, and if requests are not recorded for the log. */
export const presentRequest = (): string | undefined => storage.getStore();
