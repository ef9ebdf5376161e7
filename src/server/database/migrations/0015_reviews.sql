CREATE TABLE "application_facts" (
	"application_id" uuid PRIMARY KEY NOT NULL,
	"facts" jsonb NOT NULL,
	"rules" integer NOT NULL,
	"computed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "application_notes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"text" text NOT NULL,
	"is_pinned" boolean DEFAULT false NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "application_statuses" (
	"application_id" uuid PRIMARY KEY NOT NULL,
	"stage" text NOT NULL,
	"version" integer NOT NULL,
	"round" integer DEFAULT 1 NOT NULL,
	"review_count" integer DEFAULT 0 NOT NULL,
	"is_split" boolean DEFAULT false NOT NULL,
	"assigned_to" uuid,
	"decision_id" uuid,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "application_statuses_stage" CHECK ("application_statuses"."stage" in ('submitted', 'screening', 'returned', 'shortlisted', 'rejected', 'held'))
);
--> statement-breakpoint
CREATE TABLE "application_viewers" (
	"application_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "application_viewers_pk" PRIMARY KEY("application_id","staff_id")
);
--> statement-breakpoint
CREATE TABLE "decisions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"stage" text NOT NULL,
	"outcome" text NOT NULL,
	"reasons" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"decided_by" uuid NOT NULL,
	"seconded_by" uuid,
	"supersedes" uuid,
	"seen_version" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "decisions_supersedes" UNIQUE("supersedes"),
	CONSTRAINT "decisions_stage" CHECK ("decisions"."stage" in ('screening', 'interview', 'offer')),
	CONSTRAINT "decisions_outcome" CHECK ("decisions"."outcome" in ('shortlisted', 'rejected', 'held')),
	CONSTRAINT "decisions_second_person" CHECK ("decisions"."seconded_by" is null or "decisions"."seconded_by" <> "decisions"."decided_by"),
	CONSTRAINT "decisions_rejected_by_two" CHECK ("decisions"."outcome" <> 'rejected' or "decisions"."seconded_by" is not null)
);
--> statement-breakpoint
CREATE TABLE "recusals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"staff_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"made_by" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_by" uuid,
	"ended_at" timestamp with time zone,
	CONSTRAINT "recusals_ended_by_another" CHECK ("recusals"."ended_by" is null or "recusals"."ended_by" <> "recusals"."staff_id")
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"staff_id" uuid NOT NULL,
	"verdict" text NOT NULL,
	"reasons" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"seen_version" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reviews_one_per_person" UNIQUE("application_id","round","staff_id"),
	CONSTRAINT "reviews_verdict" CHECK ("reviews"."verdict" in ('shortlist', 'reject', 'hold', 'return'))
);
--> statement-breakpoint
ALTER TABLE "applicant_index" ADD COLUMN "review_stage" text;--> statement-breakpoint
ALTER TABLE "applicant_index" ADD COLUMN "review_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "applicant_index" ADD COLUMN "is_split" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "applicant_index" ADD COLUMN "decided" text;--> statement-breakpoint
ALTER TABLE "applicant_index" ADD COLUMN "assigned_to" uuid;--> statement-breakpoint
ALTER TABLE "application_facts" ADD CONSTRAINT "application_facts_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_notes" ADD CONSTRAINT "application_notes_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_notes" ADD CONSTRAINT "application_notes_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_statuses" ADD CONSTRAINT "application_statuses_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_statuses" ADD CONSTRAINT "application_statuses_assigned_to_staff_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_statuses" ADD CONSTRAINT "application_statuses_decision_id_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_viewers" ADD CONSTRAINT "application_viewers_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_viewers" ADD CONSTRAINT "application_viewers_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_decided_by_staff_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_seconded_by_staff_id_fk" FOREIGN KEY ("seconded_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recusals" ADD CONSTRAINT "recusals_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recusals" ADD CONSTRAINT "recusals_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recusals" ADD CONSTRAINT "recusals_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recusals" ADD CONSTRAINT "recusals_ended_by_staff_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "application_notes_application" ON "application_notes" USING btree ("application_id","id");--> statement-breakpoint
CREATE INDEX "application_statuses_assigned" ON "application_statuses" USING btree ("assigned_to","stage") WHERE assigned_to is not null;--> statement-breakpoint
CREATE INDEX "application_statuses_second_review" ON "application_statuses" USING btree ("application_id") WHERE stage = 'screening' and review_count = 1;--> statement-breakpoint
CREATE INDEX "application_viewers_expiry" ON "application_viewers" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "decisions_application" ON "decisions" USING btree ("application_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "recusals_once" ON "recusals" USING btree ("application_id","staff_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "recusals_staff" ON "recusals" USING btree ("staff_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "reviews_staff" ON "reviews" USING btree ("staff_id","at");--> statement-breakpoint
CREATE INDEX "applicant_index_review_stage" ON "applicant_index" USING btree ("exercise_id",coalesce(review_stage, 'submitted'),"submitted_at","account_id") WHERE submitted_at is not null;--> statement-breakpoint
CREATE INDEX "applicant_index_decided" ON "applicant_index" USING btree ("exercise_id","decided","submitted_at","account_id") WHERE decided is not null;--> statement-breakpoint
CREATE INDEX "applicant_index_assigned" ON "applicant_index" USING btree ("assigned_to","exercise_id","submitted_at","account_id") WHERE assigned_to is not null;--> statement-breakpoint
create trigger reviews_append_only before update or delete or truncate on reviews
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger decisions_append_only before update or delete or truncate on decisions
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger application_notes_append_only before update or delete or truncate on application_notes
  for each statement execute function refuse_change();
--> statement-breakpoint
-- As before, with the staff's work on the application.
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
        select from complaints c where c.account_id = a.id and c.state in ('new', 'open')) then 'complaint' end
    ], null),
    w.stage, coalesce(w.review_count, 0), coalesce(w.is_split, false),
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
--> statement-breakpoint
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
--> statement-breakpoint
-- The staff's own columns only: assigning 50,000 cases must not compute 50,000 whole rows. An account that the index does
-- not have yet gets them when it is added.
create function copy_status_to_applicant_index() returns trigger language plpgsql as $$
begin
  update applicant_index set
    review_stage = new.stage, review_count = new.review_count, is_split = new.is_split, assigned_to = new.assigned_to,
    decided = (select outcome from decisions where id = new.decision_id)
  where account_id = (select account_id from applications where id = new.application_id);
  return null;
end $$;
--> statement-breakpoint
create trigger application_statuses_index after insert or update of stage, review_count, is_split, assigned_to, decision_id
  on application_statuses for each row execute function copy_status_to_applicant_index();
