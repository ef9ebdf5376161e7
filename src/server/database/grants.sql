-- What the application's role may do. Applied after every migration; by hand: psql -1 -v role=portal_app -f grants.sql
grant usage on schema public, graphile_worker to :"role";
grant select, insert, update, delete on all tables in schema public, graphile_worker to :"role";
grant usage, select on all sequences in schema public, graphile_worker to :"role";
revoke insert, update, delete on graphile_worker.migrations from :"role";

select set_config('portal.application_role', :'role', false);

do $$
declare
  application text := current_setting('portal.application_role');
  name regclass;
begin
  -- Append-only tables: those with the trigger that refuses changes.
  for name in select distinct tgrelid::regclass from pg_trigger where tgfoid = 'public.refuse_change'::regproc loop
    execute format('revoke update, delete, truncate, references, trigger on %s from %I', name, application);
  end loop;
  -- The job queue enables row security on its tables, which hides every row from all roles but the owner.
  for name in
    select oid::regclass from pg_class
    where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
      and not exists (select from pg_policy where polrelid = pg_class.oid and polname = application)
  loop
    execute format('create policy %I on %s to %I using (true) with check (true)', application, name, application);
  end loop;
end $$;
