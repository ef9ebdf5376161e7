-- Rules about the staff that hold for whoever changes the tables.

-- One person is never both administrator and data protection officer.
create or replace function keep_admin_and_dpo_apart() returns trigger language plpgsql as $$
begin
  perform from staff where id = new.staff_id for no key update;
  if new.role in ('admin', 'dpo') and exists (
    select from staff_roles where staff_id = new.staff_id and role in ('admin', 'dpo') and role <> new.role) then
    raise exception 'admin and dpo exclude each other' using errcode = 'check_violation', constraint = 'staff_roles_apart';
  end if;
  return new;
end $$;

-- Checked at the end of the transaction, so that roles can be replaced in one.
create or replace function require_an_admin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('staff administrators'));
  if not exists (
    select from staff s join staff_roles r on r.staff_id = s.id where s.status = 'active' and r.role = 'admin') then
    raise exception 'the last active administrator must stay' using errcode = 'check_violation', constraint = 'staff_last_admin';
  end if;
  return null;
end $$;

create or replace trigger staff_roles_apart before insert or update on staff_roles
  for each row execute function keep_admin_and_dpo_apart();

drop trigger if exists staff_last_admin on staff;
create constraint trigger staff_last_admin after update of status on staff deferrable initially deferred
  for each row when (old.status = 'active' and new.status <> 'active') execute function require_an_admin();

drop trigger if exists staff_roles_last_admin on staff_roles;
create constraint trigger staff_roles_last_admin after delete on staff_roles deferrable initially deferred
  for each row when (old.role = 'admin') execute function require_an_admin();
