CREATE TABLE "application_withdrawals" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"event" text NOT NULL,
	"reason" text NOT NULL,
	"decision" text NOT NULL,
	"rejection_reasons" jsonb NOT NULL,
	"made_by" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "application_withdrawals_event" CHECK ("application_withdrawals"."event" in ('withdrawn', 'reinstated')),
	CONSTRAINT "application_withdrawals_reason" CHECK (char_length("application_withdrawals"."reason") >= 10),
	CONSTRAINT "application_withdrawals_decision" CHECK ("application_withdrawals"."decision" in ('pending', 'verified', 'rejected'))
);
--> statement-breakpoint
ALTER TABLE "application_statuses" DROP CONSTRAINT "application_statuses_stage";--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "application_withdrawals" ADD CONSTRAINT "application_withdrawals_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_withdrawals" ADD CONSTRAINT "application_withdrawals_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "application_withdrawals_application" ON "application_withdrawals" USING btree ("application_id","id");--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_withdrawn" CHECK ("applications"."withdrawn_at" is null or ("applications"."decision" = 'pending' and "applications"."returned_until" is null));--> statement-breakpoint
ALTER TABLE "application_statuses" ADD CONSTRAINT "application_statuses_stage" CHECK ("application_statuses"."stage" in ('submitted', 'screening', 'returned', 'shortlisted', 'rejected', 'held', 'withdrawn'));--> statement-breakpoint
create trigger application_withdrawals_append_only before update or delete or truncate on application_withdrawals
  for each statement execute function refuse_change();
--> statement-breakpoint
-- As before, with withdrawals.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    and tg_table_name in ('reviews', 'decisions', 'application_notes', 'application_returns', 'application_versions',
      'application_withdrawals')
    and current_setting('portal.deletes_application', true) = 'yes' then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
-- As before, also for withdrawn applications.
create or replace function delete_application_work(application uuid) returns void language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  if not exists (
    select from applications a join exercises e on e.id = a.exercise_id
    where a.id = application and (a.decision = 'rejected' or a.withdrawn_at is not null) and e.archived_at is not null) then
    raise exception 'only rejected and withdrawn applications of an archived exercise are deleted' using errcode = 'restrict_violation';
  end if;
  perform set_config('portal.deletes_application', 'yes', true);
  delete from application_viewers where application_id = application;
  delete from recusals where application_id = application;
  delete from application_statuses where application_id = application;
  delete from application_notes where application_id = application;
  delete from decisions where application_id = application;
  delete from reviews where application_id = application;
  delete from application_returns where application_id = application;
  delete from application_versions where application_id = application;
  delete from application_withdrawals where application_id = application;
  perform set_config('portal.deletes_application', 'no', true);
end $$;
--> statement-breakpoint
-- It is withdrawn and taken up again only as the newest record says, which also keeps what was published until then.
create function require_recorded_withdrawal() returns trigger language plpgsql as $$
begin
  if is_owner(tg_relid) then return null; end if;
  if tg_op = 'UPDATE' and exists (
    select from (
      select event, at, decision, rejection_reasons from application_withdrawals
      where application_id = new.id order by id desc limit 1
    ) as newest
    where newest.decision = old.decision and newest.rejection_reasons = old.rejection_reasons
      and case when new.withdrawn_at is null then newest.event = 'reinstated'
        else newest.event = 'withdrawn' and newest.at = new.withdrawn_at end) then
    return null;
  end if;
  raise exception 'only a recorded withdrawal or reinstatement changes this' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger applications_withdrawn_by_record after update of withdrawn_at on applications
  for each row when (old.withdrawn_at is distinct from new.withdrawn_at) execute function require_recorded_withdrawal();
--> statement-breakpoint
create trigger applications_added_unwithdrawn after insert on applications
  for each row when (new.withdrawn_at is not null) execute function require_recorded_withdrawal();
--> statement-breakpoint
-- As before; what was published also ends with a withdrawal, which `require_recorded_withdrawal` checks.
create or replace function require_published_decision() returns trigger language plpgsql as $$
begin
  if is_owner(tg_relid) then return null; end if;
  if new.submission = old.submission + 1 and new.decision = 'pending' and new.rejection_reasons = '[]' then return null; end if;
  if old.withdrawn_at is null and new.withdrawn_at is not null and new.decision = 'pending' and new.rejection_reasons = '[]' then
    return null;
  end if;
  if exists (
    with own as materialized (
      select publication_id, source_table, source_id, state from publication_items where application_id = new.id
    )
    select from own
    join publications publication on publication.id = own.publication_id
    join decisions decision on decision.id = own.source_id and decision.application_id = new.id
    where own.state = 'done' and own.source_table = 'decisions' and publication.state = 'publishing'
      and new.decision = case decision.outcome when 'shortlisted' then 'verified' when 'rejected' then 'rejected' else 'pending' end
      and new.rejection_reasons = case when decision.outcome = 'rejected' then (
        select coalesce(jsonb_agg(jsonb_build_object('type', given ->> 'type', 'reason', given ->> 'reason') order by place), '[]')
        from jsonb_array_elements(decision.reasons) with ordinality as each (given, place)) else '[]'::jsonb end) then
    return null;
  end if;
  raise exception 'only a publication shows decisions to applicants' using errcode = 'restrict_violation';
end $$;
