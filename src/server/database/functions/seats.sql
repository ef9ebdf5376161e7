-- A seat is of an open sitting and within its capacity, by any writer. The sitting is locked, so that nobody lowers the
-- capacity or locks the sitting meanwhile.
create or replace function check_seat() returns trigger language plpgsql as $$
declare sitting sittings;
begin
  select * into sitting from sittings where id = new.sitting_id for share;
  if sitting.state <> 'open' then
    raise exception 'the sitting is not open' using errcode = 'restrict_violation';
  end if;
  if new.seat_number > sitting.capacity then
    raise exception 'seat % is beyond the capacity of %', new.seat_number, sitting.capacity using errcode = 'check_violation';
  end if;
  new.starts_at := sitting.starts_at;
  return new;
end $$;

create or replace function keep_taken_seats() returns trigger language plpgsql as $$
begin
  if exists (select from seats where sitting_id = new.id and released_at is null and seat_number > new.capacity) then
    raise exception 'a seat beyond the capacity is taken' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace trigger seats_checked before insert on seats for each row execute function check_seat();

create or replace trigger sittings_capacity before update of capacity on sittings for each row
  when (new.capacity < old.capacity) execute function keep_taken_seats();

create or replace function carry_start_of_sitting() returns trigger language plpgsql as $$
begin
  update seats set starts_at = new.starts_at where sitting_id = new.id and released_at is null;
  return null;
end $$;

create or replace trigger sittings_starts after update of starts_at on sittings for each row
  when (new.starts_at <> old.starts_at) execute function carry_start_of_sitting();

-- The seat of an applicant who withdraws or is rejected is free for somebody else. One that was used stays as history: it is
-- marked, or has the sheet of a panel or a result.
create or replace function release_unused_seats() returns trigger language plpgsql as $$
begin
  update seats seat set released_at = coalesce(new.withdrawn_at, now())
  where seat.application_id = new.id and seat.released_at is null and seat.marks = 0
    and not exists (select from score_sheets sheet where sheet.seat_id = seat.id)
    and not exists (select from results result where result.application_id = new.id and result.seat_id = seat.id);
  return null;
end $$;

create or replace trigger applications_seats_released after update of withdrawn_at, decision on applications for each row
  when ((old.withdrawn_at, old.decision) is distinct from (new.withdrawn_at, new.decision)
    and (new.withdrawn_at is not null or new.decision = 'rejected'))
  execute function release_unused_seats();

-- A panel sees one applicant at a time, by any writer. The panel is locked, so that of two at once the second sees the first.
create or replace function check_interview_slot() returns trigger language plpgsql as $$
begin
  perform from panels where id = new.panel_id for no key update;
  if exists (select from interview_slots other where other.panel_id = new.panel_id and other.seat_id <> new.seat_id
    and other.starts_at < new.ends_at and other.ends_at > new.starts_at) then
    raise exception 'the panel sees another applicant at that time'
      using errcode = 'exclusion_violation', constraint = 'interview_slots_overlap';
  end if;
  return new;
end $$;

create or replace trigger interview_slots_checked before insert or update of panel_id, starts_at, ends_at on interview_slots
  for each row execute function check_interview_slot();
