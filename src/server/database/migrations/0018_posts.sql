CREATE TABLE "posts" (
	"id" serial PRIMARY KEY NOT NULL,
	"exercise_id" integer NOT NULL,
	"school" text NOT NULL,
	"department" text,
	"role" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"vacancies" integer,
	"requirements" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"closes_at" timestamp with time zone,
	CONSTRAINT "posts_once" UNIQUE NULLS NOT DISTINCT("exercise_id","school","department","role"),
	CONSTRAINT "posts_vacancies" CHECK ("posts"."vacancies" >= 0)
);
--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "posts_closing" ON "posts" USING btree ("exercise_id","school","role") WHERE closes_at is not null;
--> statement-breakpoint
-- The posts of an exercise as the public API lists them: departments in order, with their roles.
create function list_posts(exercise integer) returns jsonb language sql stable as $$
  select coalesce(
    jsonb_agg(jsonb_build_object('school', school, 'department', department, 'roles', roles) order by position), '[]')
  from (
    select school, department, min(position) as position, jsonb_agg(role order by position, id) as roles
    from posts where exercise_id = exercise group by school, department
  ) departments
$$;
--> statement-breakpoint
create function repeat_posts() returns trigger language plpgsql as $$
begin
  update exercises e set posts = list_posts(e.id)
    where e.id in (select exercise_id from changed) and e.posts is distinct from list_posts(e.id);
  return null;
end $$;
--> statement-breakpoint
create trigger posts_inserted after insert on posts referencing new table as changed
  for each statement execute function repeat_posts();
--> statement-breakpoint
create trigger posts_updated after update on posts referencing new table as changed
  for each statement execute function repeat_posts();
--> statement-breakpoint
create trigger posts_deleted after delete on posts referencing old table as changed
  for each statement execute function repeat_posts();
--> statement-breakpoint
-- Those that stay keep their vacancies and requirements.
create function save_posts() returns trigger language plpgsql as $$
begin
  -- It came with its rows, as a copy or from a backup.
  if tg_op = 'INSERT' and exists (select from posts where exercise_id = new.id) then return null; end if;
  delete from posts p where p.exercise_id = new.id and not exists (
    select from jsonb_array_elements(new.posts) listed
    where listed ->> 'school' = p.school and (listed ->> 'department') is not distinct from p.department
      and listed -> 'roles' ? p.role);
  insert into posts (exercise_id, school, department, role, position)
    select distinct on (listed ->> 'school', listed ->> 'department', role)
      new.id, listed ->> 'school', listed ->> 'department', role, department_at * 10000 + role_at
    from jsonb_array_elements(new.posts) with ordinality as departments (listed, department_at),
      jsonb_array_elements_text(listed -> 'roles') with ordinality as roles (role, role_at)
    order by listed ->> 'school', listed ->> 'department', role, department_at, role_at
    on conflict on constraint posts_once do update set position = excluded.position
      where posts.position <> excluded.position;
  return null;
end $$;
--> statement-breakpoint
-- Also what the version before this table writes. What repeat_posts writes comes from the rows.
create trigger exercises_posts after update of posts on exercises for each row
  when (pg_trigger_depth() = 0 and old.posts is distinct from new.posts) execute function save_posts();
--> statement-breakpoint
create constraint trigger exercises_posts_added after insert on exercises deferrable initially deferred
  for each row execute function save_posts();
--> statement-breakpoint
create function keep_held_posts() returns trigger language plpgsql as $$
declare holders bigint;
begin
  select count(*) into holders from accounts a where a.exercise_id = old.exercise_id and a.school = old.school
    and a.department is not distinct from old.department and a.role = old.role;
  if holders > 0 then
    raise exception using errcode = 'check_violation', message = format('accounts that hold the post %s: %s', old.role, holders);
  end if;
  return old;
end $$;
--> statement-breakpoint
create trigger posts_held before delete on posts for each row execute function keep_held_posts();
--> statement-breakpoint
insert into posts (exercise_id, school, department, role, position)
  select distinct on (e.id, listed ->> 'school', listed ->> 'department', role)
    e.id, listed ->> 'school', listed ->> 'department', role, department_at * 10000 + role_at
  from exercises e, jsonb_array_elements(e.posts) with ordinality as departments (listed, department_at),
    jsonb_array_elements_text(listed -> 'roles') with ordinality as roles (role, role_at)
  order by e.id, listed ->> 'school', listed ->> 'department', role, department_at, role_at;
