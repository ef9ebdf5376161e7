CREATE TABLE "application_returns" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"submission" integer NOT NULL,
	"reason" text,
	"until" timestamp with time zone,
	"returned_by" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "application_returns_taken_back" CHECK (("application_returns"."until" is null) = ("application_returns"."reason" is null))
);
--> statement-breakpoint
CREATE TABLE "application_versions" (
	"application_id" uuid NOT NULL,
	"submission" integer NOT NULL,
	"answers" jsonb NOT NULL,
	"shown" jsonb NOT NULL,
	"answers_digest" "bytea" NOT NULL,
	"photo_file_id" uuid,
	"nin_photo_file_id" uuid,
	"decision" text NOT NULL,
	"rejection_reasons" jsonb NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL,
	"slip_code" text NOT NULL,
	CONSTRAINT "application_versions_key" PRIMARY KEY("application_id","submission"),
	CONSTRAINT "application_versions_slip_code" UNIQUE("slip_code"),
	CONSTRAINT "application_versions_decision" CHECK ("application_versions"."decision" in ('pending', 'rejected'))
);
--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "submission" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "returned_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "return_reason" text;--> statement-breakpoint
ALTER TABLE "application_returns" ADD CONSTRAINT "application_returns_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_returns" ADD CONSTRAINT "application_returns_returned_by_staff_id_fk" FOREIGN KEY ("returned_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_versions" ADD CONSTRAINT "application_versions_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "application_returns_application" ON "application_returns" USING btree ("application_id","at");--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_returned" CHECK (("applications"."returned_until" is null) = ("applications"."return_reason" is null));--> statement-breakpoint
create trigger application_returns_append_only before update or delete or truncate on application_returns
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger application_versions_append_only before update or delete or truncate on application_versions
  for each statement execute function refuse_change();
--> statement-breakpoint
-- As before, with what was returned and what was sent before.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    and tg_table_name in ('reviews', 'decisions', 'application_notes', 'application_returns', 'application_versions')
    and current_setting('portal.deletes_application', true) = 'yes' then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create or replace function delete_application_work(application uuid) returns void language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  if not exists (
    select from applications a join exercises e on e.id = a.exercise_id
    where a.id = application and a.decision = 'rejected' and e.archived_at is not null) then
    raise exception 'only rejected applications of an archived exercise are deleted' using errcode = 'restrict_violation';
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
  perform set_config('portal.deletes_application', 'no', true);
end $$;
--> statement-breakpoint
-- What was sent changes only when a returned application is sent again in time, and the old is kept.
create function keep_application_version() returns trigger language plpgsql as $$
begin
  if new.submission = old.submission + 1 and new.number = old.number and new.account_id = old.account_id
    and new.exercise_id = old.exercise_id and new.slip_code <> old.slip_code
    and new.submitted_at <= old.returned_until and new.returned_until is null
    and old.decision <> 'verified' and new.decision = 'pending' and new.rejection_reasons = '[]' then
    insert into application_versions (application_id, submission, answers, shown, answers_digest, photo_file_id,
      nin_photo_file_id, decision, rejection_reasons, submitted_at, slip_code)
    values (old.id, old.submission, old.answers, old.shown, old.answers_digest, old.photo_file_id,
      old.nin_photo_file_id, old.decision, old.rejection_reasons, old.submitted_at, old.slip_code);
    return null;
  end if;
  if is_owner(tg_relid) then return null; end if;
  raise exception 'an application is changed only by sending it again while it is returned' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger applications_sent_again
  after update of number, account_id, exercise_id, answers, shown, answers_digest, photo_file_id, nin_photo_file_id,
    submitted_at, slip_code, submission on applications
  for each row execute function keep_application_version();
--> statement-breakpoint
-- It can be sent again only as the registry's record says.
create function require_recorded_return() returns trigger language plpgsql as $$
begin
  if is_owner(tg_relid) or exists (
    select from application_returns record
    where record.application_id = new.id and record.submission = new.submission
      and record.until = new.returned_until and record.reason = new.return_reason) then
    return null;
  end if;
  raise exception 'only a recorded return opens an application' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger applications_returned_by_record after update of returned_until, return_reason on applications
  for each row when (new.returned_until is not null) execute function require_recorded_return();
--> statement-breakpoint
create trigger applications_added_unreturned after insert on applications
  for each row when (new.returned_until is not null or new.submission <> 1) execute function require_recorded_return();
--> statement-breakpoint
-- As before; a rejection that was published ends when the application is sent again, which `keep_application_version` checks.
create or replace function require_published_decision() returns trigger language plpgsql as $$
begin
  if is_owner(tg_relid) then return null; end if;
  if new.submission = old.submission + 1 and new.decision = 'pending' and new.rejection_reasons = '[]' then return null; end if;
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
