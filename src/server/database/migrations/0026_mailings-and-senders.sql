CREATE TABLE "mailing_items" (
	"mailing_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"why" text,
	"at" timestamp with time zone,
	CONSTRAINT "mailing_items_key" PRIMARY KEY("mailing_id","account_id"),
	CONSTRAINT "mailing_items_state" CHECK ("mailing_items"."state" in ('waiting', 'done', 'skipped'))
);
--> statement-breakpoint
CREATE TABLE "mailings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"exercise_id" integer NOT NULL,
	"filter" jsonb NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"recipients" integer NOT NULL,
	"left_out" jsonb NOT NULL,
	"reason" text,
	"made_by" uuid NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "mailings_kind" CHECK ("mailings"."kind" in ('firstEmail', 'reminder')),
	CONSTRAINT "mailings_state" CHECK ("mailings"."state" in ('draft', 'sending', 'sent')),
	CONSTRAINT "mailings_reason" CHECK ("mailings"."state" = 'draft' or "mailings"."reason" is not null)
);
--> statement-breakpoint
ALTER TABLE "complaints" ADD COLUMN "sender" text;--> statement-breakpoint
ALTER TABLE "mailing_items" ADD CONSTRAINT "mailing_items_mailing_id_mailings_id_fk" FOREIGN KEY ("mailing_id") REFERENCES "public"."mailings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailing_items" ADD CONSTRAINT "mailing_items_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailings" ADD CONSTRAINT "mailings_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailings" ADD CONSTRAINT "mailings_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mailing_items_waiting" ON "mailing_items" USING btree ("mailing_id","account_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "mailing_items_account" ON "mailing_items" USING btree ("account_id","at");--> statement-breakpoint
CREATE INDEX "mailings_made" ON "mailings" USING btree ("made_by","made_at");--> statement-breakpoint
CREATE INDEX "mailings_drafts" ON "mailings" USING btree ("expires_at") WHERE state = 'draft';--> statement-breakpoint
CREATE INDEX "complaints_sender" ON "complaints" USING btree ("sender","created_at","id");--> statement-breakpoint
CREATE INDEX "complaints_unanswered" ON "complaints" USING btree ("created_at","id") WHERE state in ('new', 'open');--> statement-breakpoint
create function set_complaint_sender() returns trigger language plpgsql as $$
begin
  new.sender := coalesce(
    (select folded(email) from accounts where id = new.account_id), nullif(folded(trim(new.email)), ''), new.id::text);
  return new;
end $$;
--> statement-breakpoint
create trigger complaints_sender before insert or update of account_id, email on complaints
  for each row execute function set_complaint_sender();
--> statement-breakpoint
create function refresh_senders_of_account() returns trigger language plpgsql as $$
begin
  update complaints set sender = folded(new.email) where account_id = new.id;
  return null;
end $$;
--> statement-breakpoint
create trigger accounts_sender after update of email on accounts
  for each row when (old.email is distinct from new.email) execute function refresh_senders_of_account();
--> statement-breakpoint
update complaints set sender = coalesce(
  (select folded(accounts.email) from accounts where accounts.id = complaints.account_id),
  nullif(folded(trim(complaints.email)), ''), complaints.id::text);
