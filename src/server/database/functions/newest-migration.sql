-- For servers with MIGRATE=no, whose role may not read the list of migrations itself.
create or replace function newest_migration() returns bigint
  language sql stable security definer set search_path = pg_catalog, pg_temp
  as 'select max(created_at) from drizzle.__drizzle_migrations';
