/**
 * What tells a database from every other: the server, by what it drew when it was set up, and the database in it. What is made of
 * its files has the same: standbys, and a copy that went back to a moment. What a backup was restored to has not.
 */
export const DATABASE_IDENTITY = `
  SELECT concat_ws('/', system_identifier, oid) AS identity
    FROM pg_control_system(), pg_database WHERE datname = current_database()`;
