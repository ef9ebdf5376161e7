-- One row for each line of a settlement, and one for each payment that no settlement has. What was paid here counts once:
-- with the first line of its RRR. A line is of the exercise of its payment, whichever exercise its file was imported for.
-- Its case is of the kind `case_kind`. The state is selected row by row, so that sums that do not name it do not read it.
create or replace view reconciliation as
select
  entry.exercise_id,
  entry.settlement_id,
  entry.line,
  'line ' || entry.id as key,
  entry.rrr,
  entry.paid_on as day,
  entry.settled_on,
  entry.channel,
  entry.amount_kobo,
  entry.charge_kobo,
  case when payment.status = 'paid' and verdict not in ('repeated', 'imported_before') then payment.paid_kobo end as here_kobo,
  verdict,
  entry.id as line_id,
  null::uuid as payment_id,
  case_kind,
  (select state from money_cases where line_id = entry.id and kind = case_kind) as case_state
from settlement_lines entry
left join payments payment on payment.rrr = entry.rrr
cross join lateral (select settlement_verdict(entry, payment) as verdict) as compared
cross join lateral (select case verdict when 'repeated' then 'double' else verdict end as case_kind) as opened
union all
select
  account.exercise_id,
  null,
  null,
  'payment ' || payment.id,
  payment.rrr,
  (payment.paid_at at time zone 'Africa/Lagos')::date,
  null,
  payment.payment_type,
  null,
  null,
  payment.paid_kobo,
  verdict,
  null,
  payment.id,
  verdict,
  (select state from money_cases where payment_id = payment.id and kind = verdict limit 1)
from payments payment
join accounts account on account.id = payment.account_id
cross join lateral (
  select case when exists (
    select from settlements file where file.exercise_id = account.exercise_id
      and (payment.paid_at at time zone 'Africa/Lagos')::date between file.first_day and file.last_day)
  then 'missing_there' else 'not_settled' end as verdict) as compared
where payment.status = 'paid' and not exists (
  -- `offset 0` holds the planner to looking each payment up: while it does not know of a long file, reading all lines looks as cheap.
  select from (select exercise_id from settlement_lines where rrr = payment.rrr offset 0) as entry
  where entry.exercise_id = account.exercise_id);
