-- The table `posts` and the column `exercises.posts`, which the public API sends as it is, follow each other.

-- The posts of an exercise as the public API lists them: departments in order, with their roles.
create or replace function list_posts(exercise integer) returns jsonb language sql stable as $$
  select coalesce(
    jsonb_agg(jsonb_build_object('school', school, 'department', department, 'roles', roles) order by position), '[]')
  from (
    select school, department, min(position) as position, jsonb_agg(role order by position, id) as roles
    from posts where exercise_id = exercise group by school, department
  ) departments
$$;

-- From the rows to the column.
create or replace function repeat_posts() returns trigger language plpgsql as $$
begin
  update exercises e set posts = list_posts(e.id)
    where e.id in (select exercise_id from changed) and e.posts is distinct from list_posts(e.id);
  return null;
end $$;

-- From the column to the rows. Those that stay keep their vacancies and requirements.
create or replace function save_posts() returns trigger language plpgsql as $$
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

-- A post that accounts were issued for stays.
create or replace function keep_held_posts() returns trigger language plpgsql as $$
declare holders bigint;
begin
  select count(*) into holders from accounts a where a.exercise_id = old.exercise_id and a.school = old.school
    and a.department is not distinct from old.department and a.role = old.role;
  if holders > 0 then
    raise exception using errcode = 'check_violation', message = format('accounts that hold the post %s: %s', old.role, holders);
  end if;
  return old;
end $$;

create or replace trigger posts_inserted after insert on posts referencing new table as changed
  for each statement execute function repeat_posts();

create or replace trigger posts_updated after update on posts referencing new table as changed
  for each statement execute function repeat_posts();

create or replace trigger posts_deleted after delete on posts referencing old table as changed
  for each statement execute function repeat_posts();

-- What repeat_posts writes comes from the rows, so it is not written back.
create or replace trigger exercises_posts after update of posts on exercises for each row
  when (pg_trigger_depth() = 0 and old.posts is distinct from new.posts) execute function save_posts();

drop trigger if exists exercises_posts_added on exercises;
create constraint trigger exercises_posts_added after insert on exercises deferrable initially deferred
  for each row execute function save_posts();

create or replace trigger posts_held before delete on posts for each row execute function keep_held_posts();
