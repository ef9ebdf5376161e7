-- Adds lines to a settlement, each with what it repeats. The nth line of this file with the same RRR, amount and day is the nth one
-- of the files before, where there is one; a further line of an RRR repeats its first. A function, because planning costs as much
-- as adding a hundred lines: it is planned once for a file. The settings are those of `compare_settled_lines`.
create or replace function add_settlement_lines(settlement uuid, file_exercise int, file_lines jsonb)
  returns table (new_lines int, unknown_rrrs int) language plpgsql volatile
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  return query with given as materialized (
    select nextval('settlement_lines_id_seq') as id, new.*,
      row_number() over (partition by rrr, "amountKobo", "paidOn" order by line) as nth
    from jsonb_to_recordset(file_lines) as new (line int, rrr text, "amountKobo" bigint, "chargeKobo" bigint, "paidOn" date,
      "settledOn" date, channel text)
  ), compared as (
    select given.*, known.same_id, known.former_id, payment.exercise_id
    from given
    left join payments payment on payment.rrr = given.rrr
    cross join lateral (
      select min(id) filter (where same_as_id is null and repeats_id is null) as former_id,
        (array_agg(id order by id) filter (where is_same and same_as_id is null))[
          given.nth + count(*) filter (where is_same and settlement_id = settlement)] as same_id
      from (
        select *, amount_kobo = given."amountKobo" and paid_on = given."paidOn" as is_same
        -- Nothing else is compared here: another index would seem as good while the statistics know of no lines.
        from settlement_lines where rrr = given.rrr offset 0
      ) as entry
    ) as known
  ), added as (
    insert into settlement_lines (id, settlement_id, exercise_id, line, rrr, amount_kobo, charge_kobo, paid_on, settled_on, channel,
      same_as_id, repeats_id)
    select id, settlement, coalesce(exercise_id, file_exercise), line, rrr, "amountKobo", "chargeKobo", "paidOn", "settledOn",
      channel, same_id,
      case when same_id is null then coalesce(former_id,
        nullif(first_value(id) over (partition by rrr order by same_id is not null, line), id)) end
    from compared order by line
  )
  select (count(*) filter (where same_id is null))::int, (count(*) filter (where exercise_id is null))::int from compared;
end $$;

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
  case when payment.paid_kobo > 0 and verdict not in ('repeated', 'imported_before') then payment.paid_kobo end as here_kobo,
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
  payment.exercise_id,
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
cross join lateral (
  select case when exists (
    select from settlements file where file.exercise_id = payment.exercise_id
      and (payment.paid_at at time zone 'Africa/Lagos')::date between file.first_day and file.last_day)
  then 'missing_there' else 'not_settled' end as verdict) as compared
where payment.status = 'paid' and not exists (
  -- `offset 0` holds the planner to looking each payment up: while it does not know of a long file, reading all lines looks as cheap.
  select from (select exercise_id from settlement_lines where rrr = payment.rrr offset 0) as entry
  where entry.exercise_id = payment.exercise_id);
