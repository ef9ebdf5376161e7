CREATE TABLE "exercise_proposals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"exercise_id" integer NOT NULL,
	"settings" jsonb NOT NULL,
	"seen_version" integer NOT NULL,
	"state" text DEFAULT 'proposed' NOT NULL,
	"made_by" uuid NOT NULL,
	"decided_by" uuid,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "exercise_proposals_state" CHECK ("exercise_proposals"."state" in ('proposed', 'approved', 'declined')),
	CONSTRAINT "exercise_proposals_second_person" CHECK ("exercise_proposals"."state" <> 'approved' or "exercise_proposals"."decided_by" <> "exercise_proposals"."made_by")
);
--> statement-breakpoint
ALTER TABLE "exercise_changes" ADD COLUMN "approved_by" uuid;--> statement-breakpoint
ALTER TABLE "exercise_proposals" ADD CONSTRAINT "exercise_proposals_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exercise_proposals_open" ON "exercise_proposals" USING btree ("exercise_id","made_at") WHERE state = 'proposed';