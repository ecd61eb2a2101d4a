// Identifier of the current request, for log lines of code that does not get the request.
import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<string>();

/** Runs the work of a request with its identifier. */
export const inRequest = <Result>(id: string, work: () => Result): Result => storage.run(id, work);

/** Returns the identifier of the current request. Undefined in a job, and if the request is not logged. */
export const presentRequest = (): string | undefined => storage.getStore();
