-- Columns of the index that follow from each other: without these PostgreSQL takes those who have not paid and are identified
-- for many, and looks for them in the order of the page, through the whole index.
create statistics if not exists applicant_index_progress on stage, is_paid, is_identified, published from applicant_index;
create statistics if not exists applicant_index_posts on role, school, department from applicant_index;
create statistics if not exists applicant_index_work on review_stage, review_count, is_split, decided, published, assigned_to
  from applicant_index;

-- The applicant index has one row per account with all that the staff's lists filter and sort by. These triggers update it with
-- its sources; nothing else writes it. The functions of its triggers end in `_applicant_index`: restoring a backup finds them so.

-- Lower case without accents and with one apostrophe, so that Oládípò is found as oladipo.
create or replace function folded(name text) returns text language sql immutable strict parallel safe as $$
  select lower(regexp_replace(translate(normalize(name, NFD), '‘’ʼ', ''''''''), '[\u0300-\u036f]', '', 'g'))
$$;

-- As before, with the flag of a hold.
create or replace function applicant_index_row(account uuid) returns applicant_index language sql stable as $$
  select row(
    a.id, a.exercise_id, a.user_id, concat_ws(' ', a.surname, a.first_name, nullif(a.middle_name, '')),
    folded(a.surname), folded(a.first_name), folded(a.email), a.phone, a.gender, a.state, a.lga, a.school, a.department, a.role,
    case
      when s.submitted_at is not null then 'submitted'
      when paid and identified then 'identified'
      when paid then 'paid'
      when not a.must_change_password then 'entered'
      else 'issued'
    end,
    paid, identified, s.number, a.created_at, s.submitted_at, nullif(s.decision, 'pending'),
    array_remove(array[
      case when not identified and exists (
        select from nin_verifications n where n.account_id = a.id and n.outcome = 'mismatch') then 'nin_mismatch' end,
      case when exists (
        select from payment_events e join payments p on p.id = e.payment_id
        where p.account_id = a.id and e.kind in ('paid_again', 'overpaid', 'underpaid')) then 'payment_differs' end,
      case when exists (
        select from complaints c where c.account_id = a.id and c.state in ('new', 'open')) then 'complaint' end,
      case when exists (
        select from account_holds h where h.account_id = a.id and h.ended_at is null) then 'on_hold' end
    ], null),
    case when s.submitted_at is not null then coalesce(w.stage, 'submitted') end, coalesce(w.review_count, 0), coalesce(w.is_split, false),
    (select d.outcome from decisions d where d.id = w.decision_id), w.assigned_to
  )::applicant_index
  from accounts a
  left join applications s on s.account_id = a.id
  left join application_statuses w on w.application_id = s.id
  cross join lateral (select
    exists (select from payments p where p.account_id = a.id and p.status = 'paid') as paid,
    exists (select from nin_verifications n where n.account_id = a.id and n.outcome = 'matched') as identified) as facts
  where a.id = account
$$;

-- Refreshes of one account take turns. Each statement of a volatile function sees what was committed before that
-- statement began, so the row is computed from what the transaction before has written.
create or replace function refresh_applicant_index(account uuid) returns void language plpgsql volatile as $$
begin
  perform from applicant_index where account_id = account for update;
  if not found then
    perform from accounts where id = account for no key update;
  end if;
  insert into applicant_index as stored select fresh.* from applicant_index_row(account) as fresh where fresh.account_id is not null
  on conflict (account_id) do update set
    exercise_id = excluded.exercise_id, user_id = excluded.user_id, name = excluded.name,
    surname_folded = excluded.surname_folded, first_folded = excluded.first_folded, email_folded = excluded.email_folded,
    phone = excluded.phone, gender = excluded.gender, state = excluded.state, lga = excluded.lga, school = excluded.school,
    department = excluded.department, role = excluded.role, stage = excluded.stage, is_paid = excluded.is_paid,
    is_identified = excluded.is_identified, number = excluded.number, submitted_at = excluded.submitted_at,
    published = excluded.published, flags = excluded.flags, review_stage = excluded.review_stage,
    review_count = excluded.review_count, is_split = excluded.is_split, decided = excluded.decided,
    assigned_to = excluded.assigned_to
  where stored is distinct from excluded;
end $$;

-- After a change of the account.
create or replace function refresh_own_applicant_index() returns trigger language plpgsql as $$
begin
  perform refresh_applicant_index(new.id);
  return null;
end $$;

-- After a change of a row with an `account_id`.
create or replace function refresh_owners_applicant_index() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.account_id is not null then
    perform refresh_applicant_index(old.account_id);
  end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and new.account_id is distinct from old.account_id then
    if new.account_id is not null then
      perform refresh_applicant_index(new.account_id);
    end if;
  end if;
  return null;
end $$;

-- After an event of a payment.
create or replace function refresh_payers_applicant_index() returns trigger language plpgsql as $$
begin
  perform refresh_applicant_index(account_id) from payments where id = new.payment_id;
  return null;
end $$;

-- A new application decides five columns of its applicant's row. To compute the whole row again from nine tables takes an
-- eighth of all that a submission costs the database. An account that the index does not have yet is added whole.
create or replace function add_application_to_applicant_index() returns trigger language plpgsql as $$
begin
  update applicant_index set
    stage = 'submitted', number = new.number, submitted_at = new.submitted_at, published = nullif(new.decision, 'pending'),
    review_stage = 'submitted'
  where account_id = new.account_id;
  if not found then
    perform refresh_applicant_index(new.account_id);
  end if;
  return null;
end $$;

-- A publication decides thousands of applications at once, and only one column of the index depends on it. An account that the
-- index does not have yet gets it when it is added.
create or replace function copy_decision_to_applicant_index() returns trigger language plpgsql as $$
begin
  update applicant_index set published = nullif(new.decision, 'pending') where account_id = new.account_id;
  return null;
end $$;

-- The staff's own columns only: assigning 50,000 cases must not compute 50,000 whole rows. An account that the index does
-- not have yet gets them when it is added.
create or replace function copy_status_to_applicant_index() returns trigger language plpgsql as $$
begin
  update applicant_index set
    review_stage = new.stage, review_count = new.review_count, is_split = new.is_split, assigned_to = new.assigned_to,
    decided = (select outcome from decisions where id = new.decision_id)
  where account_id = (select account_id from applications where id = new.application_id);
  return null;
end $$;

create or replace trigger accounts_index after insert or update of exercise_id, user_id, must_change_password, surname, first_name,
    middle_name, email, phone, gender, state, lga, school, department, role on accounts
  for each row execute function refresh_own_applicant_index();

create or replace trigger payments_index_insert after insert on payments
  for each row when (new.status = 'paid') execute function refresh_owners_applicant_index();

create or replace trigger payments_index_update after update of status on payments
  for each row when ((old.status = 'paid') <> (new.status = 'paid')) execute function refresh_owners_applicant_index();

create or replace trigger payment_events_index after insert on payment_events
  for each row when (new.kind in ('paid_again', 'overpaid', 'underpaid')) execute function refresh_payers_applicant_index();

create or replace trigger nin_verifications_index_insert after insert on nin_verifications
  for each row when (new.outcome in ('matched', 'mismatch')) execute function refresh_owners_applicant_index();

create or replace trigger nin_verifications_index_update after update of outcome on nin_verifications
  for each row when (old.outcome <> new.outcome) execute function refresh_owners_applicant_index();

create or replace trigger nin_verifications_index_delete after delete on nin_verifications
  for each row when (old.outcome in ('matched', 'mismatch')) execute function refresh_owners_applicant_index();

create or replace trigger applications_index_insert after insert on applications
  for each row execute function add_application_to_applicant_index();

create or replace trigger applications_index_update after update of number, submitted_at on applications
  for each row execute function refresh_owners_applicant_index();

create or replace trigger applications_index_decision after update of decision on applications
  for each row when (old.decision is distinct from new.decision) execute function copy_decision_to_applicant_index();

create or replace trigger applications_index_delete after delete on applications
  for each row execute function refresh_owners_applicant_index();

create or replace trigger application_statuses_index after insert or update of stage, review_count, is_split, assigned_to, decision_id
  on application_statuses for each row execute function copy_status_to_applicant_index();

create or replace trigger complaints_index after insert or update of account_id, state or delete on complaints
  for each row execute function refresh_owners_applicant_index();

create or replace trigger account_holds_index after insert or update of ended_at on account_holds
  for each row execute function refresh_owners_applicant_index();
