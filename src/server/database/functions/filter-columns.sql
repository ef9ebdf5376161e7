-- The lists of seats, results and offers filter by facts of the applicant, that of payments by the exercise. Each row has a copy of
-- them, so that one index finds a page among a million; these triggers keep the copies, and nothing else writes them.

create or replace function copy_applicant_facts() returns trigger language plpgsql as $$
begin
  select application.exercise_id, application.number, account.school, account.department, account.role, account.state
    into new.exercise_id, new.number, new.school, new.department, new.role, new.home_state
  from applications application join accounts account on account.id = application.account_id
  where application.id = new.application_id;
  return new;
end $$;

-- Posts keep their names.
create or replace function copy_offer_facts() returns trigger language plpgsql as $$
begin
  select post.exercise_id, application.number, post.school, post.department, post.role, account.gender, account.state
    into new.exercise_id, new.number, new.school, new.department, new.role, new.gender, new.home_state
  from applications application join accounts account on account.id = application.account_id
    join posts post on post.id = new.post_id
  where application.id = new.application_id;
  return new;
end $$;

create or replace function copy_account_facts() returns trigger language plpgsql as $$
begin
  select account.exercise_id into new.exercise_id from accounts account where account.id = new.account_id;
  return new;
end $$;

-- After a correction or a move of the applicant. As the owner of the tables: nobody else may change a result.
create or replace function carry_applicant_facts() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  application uuid := (select id from applications where account_id = new.id);
begin
  update seats set school = new.school, department = new.department, role = new.role, home_state = new.state
  where application_id = application and released_at is null;
  update results set school = new.school, department = new.department, role = new.role, home_state = new.state
  where application_id = application;
  update offers set gender = new.gender, home_state = new.state where application_id = application;
  return null;
end $$;

create or replace function carry_account_exercise() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  update payments set exercise_id = new.exercise_id where account_id = new.id;
  return null;
end $$;

create or replace trigger seats_filter_columns before insert on seats for each row execute function copy_applicant_facts();

create or replace trigger results_filter_columns before insert on results for each row execute function copy_applicant_facts();

create or replace trigger offers_filter_columns before insert on offers for each row execute function copy_offer_facts();

create or replace trigger payments_filter_columns before insert on payments for each row execute function copy_account_facts();

create or replace trigger accounts_filter_columns after update of school, department, role, gender, state on accounts
  for each row when ((old.school, old.department, old.role, old.gender, old.state)
    is distinct from (new.school, new.department, new.role, new.gender, new.state))
  execute function carry_applicant_facts();

create or replace trigger accounts_exercise after update of exercise_id on accounts
  for each row when (old.exercise_id <> new.exercise_id) execute function carry_account_exercise();
