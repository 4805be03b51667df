#!/bin/sh
# Run once by the image of PostgreSQL, when it makes the database: the role that Eventide works as, which owns nothing
# and so cannot change the audit trails. psql reads the password from the environment: a command line is seen by others.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
\getenv password APP_PASSWORD
CREATE ROLE eventide_app LOGIN PASSWORD :'password';
SQL
