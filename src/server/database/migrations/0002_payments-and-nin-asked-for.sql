ALTER TABLE "nin_verifications" DROP CONSTRAINT "nin_verifications_outcome";--> statement-breakpoint
DROP INDEX "payments_one_open";--> statement-breakpoint
ALTER TABLE "nin_verifications" ADD COLUMN "asked_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "nin_verifications" ADD COLUMN "asking_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "nin_verifications" ADD COLUMN "differences" jsonb;--> statement-breakpoint
ALTER TABLE "nin_verifications" ADD COLUMN "facts_hash" "bytea";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "asking_until" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_requested" ON "payments" USING btree ("account_id") WHERE status = 'requested';--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_open" ON "payments" USING btree ("account_id") WHERE status = 'open';--> statement-breakpoint
ALTER TABLE "nin_verifications" ADD CONSTRAINT "nin_verifications_outcome" CHECK ("nin_verifications"."outcome" in ('asked', 'matched', 'mismatch', 'not_found'));