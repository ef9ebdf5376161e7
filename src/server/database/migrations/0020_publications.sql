CREATE TABLE "publication_items" (
	"publication_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"source_table" text,
	"source_id" uuid,
	"state" text NOT NULL,
	"why" text,
	"emailed_at" timestamp with time zone,
	CONSTRAINT "publication_items_key" PRIMARY KEY("publication_id","application_id"),
	CONSTRAINT "publication_items_state" CHECK ("publication_items"."state" in ('waiting', 'done', 'skipped', 'excluded')),
	CONSTRAINT "publication_items_source" CHECK ("publication_items"."state" = 'excluded' or ("publication_items"."source_table" is not null and "publication_items"."source_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "publications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"exercise_id" integer NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"state" text NOT NULL,
	"digest" "bytea",
	"publish_at" timestamp with time zone,
	"published_at" timestamp with time zone,
	"email_note" text DEFAULT '' NOT NULL,
	"summary" jsonb NOT NULL,
	"emails" integer DEFAULT 0 NOT NULL,
	"made_by" uuid NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"proposed_by" uuid,
	"proposed_at" timestamp with time zone,
	"approved_by" uuid,
	"approved_at" timestamp with time zone,
	"returned_by" uuid,
	"returned_at" timestamp with time zone,
	"return_reason" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "publications_kind" CHECK ("publications"."kind" in ('shortlist', 'rejection', 'seats', 'cbt', 'interview', 'offer', 'correction')),
	CONSTRAINT "publications_state" CHECK ("publications"."state" in ('draft', 'proposed', 'approved', 'publishing', 'published', 'returned')),
	CONSTRAINT "publications_second_person" CHECK ("publications"."approved_by" <> "publications"."made_by" and "publications"."approved_by" <> "publications"."proposed_by"),
	CONSTRAINT "publications_approved" CHECK ("publications"."state" not in ('approved', 'publishing', 'published') or ("publications"."approved_by" is not null and "publications"."proposed_by" is not null and "publications"."digest" is not null))
);
--> statement-breakpoint
ALTER TABLE "publication_items" ADD CONSTRAINT "publication_items_publication_id_publications_id_fk" FOREIGN KEY ("publication_id") REFERENCES "public"."publications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publication_items" ADD CONSTRAINT "publication_items_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_proposed_by_staff_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_approved_by_staff_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_returned_by_staff_id_fk" FOREIGN KEY ("returned_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "publication_items_published_once" ON "publication_items" USING btree ("source_table","source_id") WHERE state = 'done';--> statement-breakpoint
CREATE INDEX "publication_items_application" ON "publication_items" USING btree ("application_id","state");--> statement-breakpoint
CREATE INDEX "publication_items_to_email" ON "publication_items" USING btree ("publication_id","application_id") WHERE state = 'done' and emailed_at is null;--> statement-breakpoint
CREATE INDEX "publications_newest" ON "publications" USING btree ("exercise_id","made_at","id");--> statement-breakpoint
CREATE INDEX "emails_publication" ON "emails" USING btree ("publication_id","state") WHERE publication_id is not null;--> statement-breakpoint
-- A publication decides thousands of applications at once, and only one column of the index depends on it. An account that the
-- index does not have yet gets it when it is added.
create function copy_decision_to_applicant_index() returns trigger language plpgsql as $$
begin
  update applicant_index set published = nullif(new.decision, 'pending') where account_id = new.account_id;
  return null;
end $$;
--> statement-breakpoint
drop trigger applications_index_update on applications;
--> statement-breakpoint
create trigger applications_index_update after update of number, submitted_at on applications
  for each row execute function refresh_owners_applicant_index();
--> statement-breakpoint
create trigger applications_index_decision after update of decision on applications
  for each row when (old.decision is distinct from new.decision) execute function copy_decision_to_applicant_index();
