ALTER TABLE "exercises" ADD COLUMN "contact_address" text;--> statement-breakpoint
ALTER TABLE "exercises" ADD COLUMN "contact_phone" text;--> statement-breakpoint
ALTER TABLE "exercises" ADD COLUMN "contact_hours" text;