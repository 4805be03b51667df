#!/bin/sh
# Run once by the image of PostgreSQL, when it makes the database: the role that Eventide works as, which owns nothing
# and so cannot change the audit trails. psql reads the password from the environment: a command line is seen by others.
set -eu
# Before PGDATA was said, images before 18 kept their data here, in a volume without a name that comes along with the container. An
# empty database beside it would be taken for the one that was there.
if [ -s /var/lib/postgresql/data/PG_VERSION ]; then
  echo 'There is a database in /var/lib/postgresql/data, in a volume without a name, and compose.yaml keeps it elsewhere now. Take PGDATA out of compose.yaml, make a backup, and restore it as /docs/install says.' >&2
  exit 1
fi
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
\getenv password APP_PASSWORD
CREATE ROLE eventide_app LOGIN PASSWORD :'password';
SQL
