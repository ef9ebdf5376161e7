-- contract 0.2.0: facts are computed when they are read, and no version has written any
DROP TABLE "application_facts" CASCADE;--> statement-breakpoint
ALTER TABLE "exercises" ADD COLUMN "review_rules" jsonb DEFAULT '{}'::jsonb NOT NULL;
--> statement-breakpoint
-- Append-only rows about an application go only with the application itself, by `delete_application_work`. The server's role
-- may not delete them, with or without this setting.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name in ('reviews', 'decisions', 'application_notes')
    and current_setting('portal.deletes_application', true) = 'yes' then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
-- What the staff wrote about applications that the privacy notice promises to delete. Works as the owner of the tables, for
-- rejected applications of an archived exercise only.
create function delete_application_work(application uuid) returns void language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  if not exists (
    select from applications a join exercises e on e.id = a.exercise_id
    where a.id = application and a.decision = 'rejected' and e.archived_at is not null) then
    raise exception 'only rejected applications of an archived exercise are deleted' using errcode = 'restrict_violation';
  end if;
  perform set_config('portal.deletes_application', 'yes', true);
  delete from application_viewers where application_id = application;
  delete from recusals where application_id = application;
  delete from application_statuses where application_id = application;
  delete from application_notes where application_id = application;
  delete from decisions where application_id = application;
  delete from reviews where application_id = application;
  perform set_config('portal.deletes_application', 'no', true);
end $$;
