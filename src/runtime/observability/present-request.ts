// The request that the present work belongs to, for log lines of parts that know no request.
import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<string>();

/** Does the work of a request, by its identifier. */
export const inRequest = <Result>(id: string, work: () => Result): Result => storage.run(id, work);

/** The identifier of the present request; undefined in a job, and where nothing logs it. */
export const presentRequest = (): string | undefined => storage.getStore();
