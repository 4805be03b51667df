import pg from 'pg';

/** Environment of a server that has a database of its own. */
export interface NewDatabase {
  readonly DATABASE_URL: string;
  readonly DATABASE_OWNER_URL: string;
}

/** Creates an empty database beside that of the browser tests. @param prefix what its name begins with */
export async function newDatabase(prefix: string): Promise<NewDatabase> {
  const { E2E_DATABASE_URL = '', E2E_DATABASE_OWNER_URL = '' } = process.env;
  const name = `${prefix}_${Date.now().toString(36)}`;
  const admin = new pg.Client({ connectionString: E2E_DATABASE_OWNER_URL });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  await admin.end();
  const named = (address: string) => {
    const url = new URL(address);
    url.pathname = `/${name}`;
    return url.href;
  };
  return {
    DATABASE_URL: named(E2E_DATABASE_URL),
    DATABASE_OWNER_URL: named(E2E_DATABASE_OWNER_URL),
  };
}
