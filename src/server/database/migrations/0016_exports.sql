CREATE TABLE "exports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"exercise_id" integer NOT NULL,
	"kind" text NOT NULL,
	"filter" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"selection_id" uuid,
	"columns" text[] NOT NULL,
	"format" text NOT NULL,
	"is_personal" boolean NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"rows" integer,
	"bytes" bigint,
	"sha256" "bytea",
	"file_id" uuid,
	"failure" text,
	"downloads" integer DEFAULT 0 NOT NULL,
	"made_by" uuid NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	CONSTRAINT "exports_format" CHECK ("exports"."format" in ('csv', 'xlsx', 'zip-pdf')),
	CONSTRAINT "exports_state" CHECK ("exports"."state" in ('waiting', 'making', 'ready', 'failed', 'cancelled', 'expired')),
	CONSTRAINT "exports_file" CHECK (("exports"."state" = 'ready') = ("exports"."file_id" is not null)),
	CONSTRAINT "exports_finished" CHECK ("exports"."state" not in ('ready', 'expired') or ("exports"."rows" is not null and "exports"."bytes" is not null and "exports"."sha256" is not null and "exports"."expires_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exports_made" ON "exports" USING btree ("made_at","id");--> statement-breakpoint
CREATE INDEX "exports_expiring" ON "exports" USING btree ("expires_at") WHERE state = 'ready';--> statement-breakpoint
CREATE UNIQUE INDEX "exports_one_at_a_time" ON "exports" USING btree ("made_by") WHERE state in ('waiting', 'making');