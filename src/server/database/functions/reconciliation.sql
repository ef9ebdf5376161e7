-- One row for each line of a settlement, and one for each payment that no settlement has. What was paid here counts once:
-- with the first line of its RRR. A line is of the exercise of its payment, whichever exercise its file was imported for.
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
  known.id as case_id,
  known.state as case_state
from settlement_lines entry
left join payments payment on payment.rrr = entry.rrr
cross join lateral (select settlement_verdict(entry, payment) as verdict) as compared
left join money_cases known on known.line_id = entry.id and known.kind = case verdict when 'repeated' then 'double' else verdict end
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
  known.id,
  known.state
from payments payment
join accounts account on account.id = payment.account_id
cross join lateral (
  select case when exists (
    select from settlements file where file.exercise_id = account.exercise_id
      and (payment.paid_at at time zone 'Africa/Lagos')::date between file.first_day and file.last_day)
  then 'missing_there' else 'not_settled' end as verdict) as compared
left join money_cases known on known.payment_id = payment.id and known.kind = 'missing_there' and verdict = 'missing_there'
where payment.status = 'paid' and not exists (
  select from settlement_lines entry where entry.rrr = payment.rrr and entry.exercise_id = account.exercise_id);
