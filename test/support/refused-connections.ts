import pg from 'pg';

/** Blocks all connections to a database until the result is disposed of. */
export const refuseConnections = async (url: string): Promise<AsyncDisposable> => {
  const name = new URL(url).pathname.slice(1);
  const allow = async (isAllowed: boolean): Promise<void> => {
    const client = new pg.Client({ connectionString: url.replace(`/${name}`, '/postgres') });
    await client.connect();
    await client.query(`alter database ${name} with allow_connections ${isAllowed}`);
    await client.end();
  };
  await allow(false);
  return { [Symbol.asyncDispose]: () => allow(true) };
};
