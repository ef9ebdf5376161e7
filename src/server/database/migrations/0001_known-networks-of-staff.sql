-- functions: 4a39f72864e11d1c
ALTER TABLE "login_networks" ALTER COLUMN "account_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "login_networks" ADD COLUMN "staff_id" uuid;--> statement-breakpoint
ALTER TABLE "login_networks" ADD CONSTRAINT "login_networks_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_networks" ADD CONSTRAINT "login_networks_owner" CHECK (num_nonnulls("login_networks"."account_id", "login_networks"."staff_id") = 1);
