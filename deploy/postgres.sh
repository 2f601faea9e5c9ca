#!/usr/bin/env bash
# Makes the user and the database of the servers: run by the image of PostgreSQL at its first start,
# as its superuser. The user owns its database and may do nothing else. The password is read from
# the environment, so it is in no list of processes.
set -euo pipefail
psql -v ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
\getenv password LUDOTECA_DATABASE_PASSWORD
CREATE ROLE ludoteca LOGIN PASSWORD :'password';
CREATE DATABASE ludoteca OWNER ludoteca;
REVOKE ALL ON DATABASE ludoteca FROM PUBLIC;
SQL
