CREATE TABLE "account_holds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"made_by" uuid NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_by" uuid,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	CONSTRAINT "account_holds_ended" CHECK (("account_holds"."ended_at" is null) = ("account_holds"."ended_by" is null) and ("account_holds"."ended_at" is null) = ("account_holds"."end_reason" is null))
);
--> statement-breakpoint
ALTER TABLE "exercise_proposals" DROP CONSTRAINT "exercise_proposals_state";--> statement-breakpoint
ALTER TABLE "exercise_proposals" DROP CONSTRAINT "exercise_proposals_second_person";--> statement-breakpoint
ALTER TABLE "exercise_changes" ADD COLUMN "effective_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "exercise_proposals" ADD COLUMN "effective_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "exercise_proposals" ADD COLUMN "applies_to_unpaid" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "exercise_proposals" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "account_holds" ADD CONSTRAINT "account_holds_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_holds" ADD CONSTRAINT "account_holds_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_holds" ADD CONSTRAINT "account_holds_ended_by_staff_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_holds_once" ON "account_holds" USING btree ("account_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "exercise_proposals_planned" ON "exercise_proposals" USING btree ("effective_at") WHERE state = 'planned';--> statement-breakpoint
ALTER TABLE "exercise_proposals" ADD CONSTRAINT "exercise_proposals_planned" CHECK ("exercise_proposals"."state" <> 'planned' or "exercise_proposals"."effective_at" is not null);--> statement-breakpoint
ALTER TABLE "exercise_proposals" ADD CONSTRAINT "exercise_proposals_state" CHECK ("exercise_proposals"."state" in ('proposed', 'planned', 'approved', 'declined', 'failed'));--> statement-breakpoint
ALTER TABLE "exercise_proposals" ADD CONSTRAINT "exercise_proposals_second_person" CHECK ("exercise_proposals"."state" not in ('planned', 'approved') or "exercise_proposals"."decided_by" <> "exercise_proposals"."made_by");--> statement-breakpoint
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
create trigger account_holds_index after insert or update of ended_at on account_holds
  for each row execute function refresh_owners_applicant_index();
