-- Cases about money are opened and settled with what happens to payments and to settlements, by any writer. Persons take an open
-- one further. Nothing here makes a payment paid.

-- What further lines with the RRR of this line say that was paid. Apart from the verdict, so that the planner can inline that one.
create or replace function repeated_kobo(first_line bigint) returns bigint language sql stable as $$
  select coalesce(sum(amount_kobo), 0)::bigint from settlement_lines where repeats_id = first_line
$$;

-- What was kept back of all lines with this RRR.
create or replace function kept_kobo(first_line bigint) returns bigint language sql stable as $$
  select coalesce(sum(charge_kobo), 0)::bigint from settlement_lines where id = first_line or repeats_id = first_line
$$;

-- How a line of a settlement compares with the payment of its RRR, which is null when the RRR is unknown. What Remita itself states
-- is matched also when that is too little to be paid: that is a case of its own.
create or replace function settlement_verdict(entry settlement_lines, payment payments) returns text language sql stable as $$
  select case
    when entry.same_as_id is not null then 'imported_before'
    when entry.repeats_id is not null then 'repeated'
    when coalesce(payment.paid_kobo, 0) = 0 then 'missing_here'
    when payment.paid_kobo in (entry.amount_kobo, entry.amount_kobo + coalesce(entry.charge_kobo, 0)) then 'matched'
    when payment.paid_kobo - entry.amount_kobo - repeated_kobo(entry.id) in (0, kept_kobo(entry.id)) then 'matched'
    when payment.status <> 'paid' then 'missing_here'
    else 'differs'
  end
$$;

-- When the applicant of an account must have paid; null without a deadline. Once the exercise is archived it is too late.
create or replace function payment_deadline(account uuid) returns timestamptz language sql stable as $$
  select least(e.archived_at, coalesce(
    (select p.closes_at from posts p where p.exercise_id = a.exercise_id and p.school = a.school and p.role = a.role
      and p.department is not distinct from a.department),
    e.deadline))
  from accounts a join exercises e on e.id = a.exercise_id where a.id = account
$$;

-- What can still go back for an RRR, besides the refunds of its other cases.
create or replace function refundable_kobo(case_rrr text, case_id uuid) returns bigint language sql stable as $$
  select greatest(
      coalesce((select paid_kobo from payments where rrr = case_rrr), 0),
      coalesce((select sum(amount_kobo) from settlement_lines where rrr = case_rrr and same_as_id is null), 0))::bigint
    - coalesce((select sum(refund_kobo) from money_cases where rrr = case_rrr and id <> case_id), 0)::bigint
$$;

-- One live case of a kind for each payment; what is at stake may change, but not below a refund that is proposed.
create or replace function open_payment_case(case_kind text, payment payments, amount bigint) returns void language sql volatile as $$
  insert into money_cases as known (exercise_id, kind, payment_id, account_id, rrr, amount_kobo)
  select payment.exercise_id, case_kind, payment.id, payment.account_id, payment.rrr, amount where amount > 0
  on conflict (kind, payment_id) where line_id is null and state not in ('explained', 'refunded', 'written_off')
  do update set amount_kobo = greatest(excluded.amount_kobo, known.refund_kobo), version = known.version + 1
  where known.amount_kobo <> greatest(excluded.amount_kobo, known.refund_kobo)
$$;

create or replace function open_case_of_payment_event() returns trigger language plpgsql as $$
declare
  payment payments;
  due bigint;
  settled bigint;
begin
  select * into payment from payments where id = new.payment_id;
  due := payment.fee_kobo + payment.charge_kobo;
  if new.kind in ('paid', 'paid_again') and payment.paid_at > payment_deadline(payment.account_id) then
    perform open_payment_case('late', payment, least(payment.paid_kobo, due));
  end if;
  if new.kind = 'paid_again' then
    perform open_payment_case('double', payment, least(payment.paid_kobo, due));
  elsif new.kind = 'overpaid' then
    select coalesce(sum(amount_kobo), 0) into settled from money_cases
    where kind = 'over' and payment_id = payment.id and state in ('explained', 'refunded', 'written_off');
    perform open_payment_case('over', payment, payment.paid_kobo - due - settled);
  elsif new.kind = 'underpaid' then
    perform open_payment_case('short', payment, payment.paid_kobo);
  end if;
  return null;
end $$;

-- A person who had proposed a refund or a write-off of such a case finds it ended. What is approved stays: it may be paid out.
-- Not run for null, which is what `array_agg` makes of no cases.
create or replace function settle_money_cases(settled uuid[], reason text) returns void language sql volatile strict as $$
  with ended as (
    update money_cases set state = 'explained', ended_at = now(), version = version + 1, proposed_by = null, proposed_at = null,
      refund_kobo = null
    where id = any(settled) and state in ('open', 'asked', 'refund_due', 'write_off_due')
    returning id
  )
  insert into money_case_events (case_id, kind, detail) select id, 'settled', jsonb_build_object('reason', reason) from ended
$$;

-- The case that a further line of an RRR opens; null for none. Lines that are together more than Remita states were paid twice,
-- unless Remita states so itself: that has a case already. If they are still less, the first line has a case of the difference; once
-- that was explained, before this line came, there is another one.
create or replace function further_line_case(entry settlement_lines, payment payments) returns text language sql stable as $$
  select case
    when coalesce(payment.paid_kobo, 0) < first.amount_kobo + repeated_kobo(first.id) then 'double'
    when settlement_verdict(first, payment) = 'differs'
      and (select count(*) filter (where id > entry.id) from settlement_lines where repeats_id = first.id) = 0
      and (select bool_and(state in ('explained', 'refunded', 'written_off')) from money_cases
        where rrr = entry.rrr and kind = 'differs') then 'differs'
  end
  from settlement_lines first where first.id = entry.repeats_id
$$;

-- Opens and settles the cases of all lines with these RRRs. While a long file is imported, the statistics may say that there are
-- no lines and no cases, and reading all of them for each RRR would look as cheap. Each look-up has an index of its own, which the
-- planner uses with these settings, and `offset 0` keeps it from joining them.
create or replace function compare_settled_lines(rrrs text[]) returns void language plpgsql volatile
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into money_cases (exercise_id, kind, payment_id, account_id, rrr, line_id, amount_kobo)
  select exercise_id, case_kind, payment_id, account_id, entry.rrr, id, amount_kobo
  from unnest(rrrs) as given (rrr)
  cross join lateral (
    select entry.*, payment.id as payment_id, payment.account_id,
      case when entry.repeats_id is null then settlement_verdict(entry, payment) else further_line_case(entry, payment) end as case_kind
    from settlement_lines entry
    left join payments payment on payment.rrr = given.rrr
    where entry.rrr = given.rrr and entry.same_as_id is null offset 0
  ) as entry
  where case_kind in ('missing_here', 'differs', 'double')
  on conflict (kind, line_id) where line_id is not null do nothing;

  perform settle_money_cases(array_agg(known.id), 'compared')
  from unnest(rrrs) as given (rrr)
  cross join lateral (select * from money_cases where rrr = given.rrr offset 0) as known
  -- The first line stands for those that repeat it.
  left join lateral (
    select coalesce(repeats_id, id) as first_id from settlement_lines where id = known.line_id offset 0
  ) as own on true
  left join lateral (
    select first.amount_kobo + repeated_kobo(first.id) as together_kobo, payment.paid_kobo, settlement_verdict(first, payment) as verdict
    from settlement_lines first
    left join payments payment on payment.rrr = given.rrr
    where first.id = own.first_id offset 0
  ) as entry on true
  where state in ('open', 'asked', 'refund_due', 'write_off_due') and case
    when kind = 'missing_there' then exists (select from settlement_lines where rrr = given.rrr offset 0)
    when line_id is null then false
    when kind = 'double' then paid_kobo >= together_kobo
    else kind <> verdict
  end;
end $$;

-- Payments of the settlement's days that no settlement has. Without nested loops: while the statistics know of no cases, one of
-- them reads all that it opens again for each payment.
create or replace function open_cases_missing_there(settlement uuid) returns void language sql volatile set enable_nestloop = off as $$
  insert into money_cases (exercise_id, kind, payment_id, account_id, rrr, amount_kobo)
  select file.exercise_id, 'missing_there', payment.id, payment.account_id, payment.rrr, payment.paid_kobo
  from settlements file
  join payments payment on payment.exercise_id = file.exercise_id
    and payment.paid_at >= file.first_day::timestamp at time zone 'Africa/Lagos'
    and payment.paid_at < (file.last_day + 1)::timestamp at time zone 'Africa/Lagos'
  where file.id = settlement and payment.status = 'paid'
    and not exists (select from settlement_lines entry where entry.rrr = payment.rrr)
    and not exists (select from money_cases known where known.kind = 'missing_there' and known.payment_id = payment.id)
$$;

-- A payment that Remita confirms once the settlement of its day, which lacks it, is imported. The lock is that of the job which
-- looks again after an import: it waits for confirmations that began before and have not seen the settlement.
create or replace function open_case_missing_there(payment payments) returns void language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('missing there'));
  insert into money_cases (exercise_id, kind, payment_id, account_id, rrr, amount_kobo)
  select payment.exercise_id, 'missing_there', payment.id, payment.account_id, payment.rrr, payment.paid_kobo
  where exists (select from settlements file where file.exercise_id = payment.exercise_id
      and (payment.paid_at at time zone 'Africa/Lagos')::date between file.first_day and file.last_day)
    and not exists (select from settlement_lines entry where entry.rrr = payment.rrr)
    and not exists (select from money_cases known where known.kind = 'missing_there' and known.payment_id = payment.id);
end $$;

create or replace function compare_new_lines() returns trigger language plpgsql as $$
begin
  perform compare_settled_lines(array_agg(distinct rrr)) from added where same_as_id is null;
  return null;
end $$;

create or replace function compare_paid_payment() returns trigger language plpgsql as $$
begin
  perform compare_settled_lines(array[new.rrr]);
  if new.status = 'paid' then
    perform settle_money_cases(array_agg(id), 'paid') from money_cases
    where payment_id = new.id and kind = 'short' and state in ('open', 'asked', 'refund_due', 'write_off_due');
    perform open_case_missing_there(new);
  end if;
  return null;
end $$;

create or replace function record_opened_cases() returns trigger language plpgsql as $$
begin
  insert into money_case_events (case_id, kind, detail)
  select id, 'opened', jsonb_build_object('amountKobo', amount_kobo) from added;
  return null;
end $$;

create or replace function record_changed_case() returns trigger language plpgsql as $$
begin
  insert into money_case_events (case_id, kind, detail) values (new.id, 'changed', jsonb_build_object('amountKobo', new.amount_kobo));
  return null;
end $$;

-- No money goes back twice, whatever the cases of an RRR are called. An approved refund has the amount that was approved.
create or replace function check_refund() returns trigger language plpgsql as $$
begin
  if old.state = 'refund_approved' and new.refund_kobo is distinct from old.refund_kobo then
    raise exception 'an approved refund has the amount that was approved'
      using errcode = 'check_violation', constraint = 'money_cases_approved_amount';
  end if;
  perform pg_advisory_xact_lock(hashtext('refunds'), hashtext(new.rrr));
  if new.refund_kobo > refundable_kobo(new.rrr, new.id) then
    raise exception 'refunds of an RRR exceed what was received'
      using errcode = 'check_violation', constraint = 'money_cases_refund_total';
  end if;
  return new;
end $$;

create or replace trigger payment_events_case after insert on payment_events for each row
  when (new.kind in ('paid', 'paid_again', 'overpaid', 'underpaid')) execute function open_case_of_payment_event();

create or replace trigger payments_compared after update of status, paid_kobo on payments for each row
  when (new.paid_kobo > 0 and (old.paid_kobo is distinct from new.paid_kobo or new.status = 'paid' and old.status <> 'paid'))
  execute function compare_paid_payment();

create or replace trigger settlement_lines_compared after insert on settlement_lines referencing new table as added
  for each statement execute function compare_new_lines();

create or replace trigger money_cases_opened after insert on money_cases referencing new table as added
  for each statement execute function record_opened_cases();

create or replace trigger money_cases_changed after update of amount_kobo on money_cases for each row
  when (old.amount_kobo <> new.amount_kobo) execute function record_changed_case();

create or replace trigger money_cases_refund_checked before update on money_cases for each row
  when (new.refund_kobo <= new.amount_kobo and (new.refund_kobo is distinct from old.refund_kobo or old.state = 'refund_approved'))
  execute function check_refund();
