ALTER TABLE "applications" ADD COLUMN "slip_code" text DEFAULT upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 12)) NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "slip_code" text DEFAULT upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 12)) NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_slip_code" UNIQUE("slip_code");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_slip_code" UNIQUE("slip_code");