ALTER TABLE "staff_challenges" ADD COLUMN "bound_to" uuid;--> statement-breakpoint
ALTER TABLE "staff_passkeys" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_passkeys" ADD CONSTRAINT "staff_passkeys_id" UNIQUE("id");