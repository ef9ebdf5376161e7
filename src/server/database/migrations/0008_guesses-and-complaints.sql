CREATE SEQUENCE "public"."complaint_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "login_networks" (
	"network_hash" "bytea" PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"last_login_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "complaints" ADD COLUMN "number" text;--> statement-breakpoint
ALTER TABLE "login_networks" ADD CONSTRAINT "login_networks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_number" UNIQUE("number");--> statement-breakpoint
-- Complaints received so far get numbers too, in the order in which they came.
UPDATE "complaints" SET "number" = numbered.number FROM (
	SELECT id, 'C-' || to_char(created_at AT TIME ZONE 'Africa/Lagos', 'YYYY') || '-' || lpad(serial, greatest(5, length(serial)), '0') AS number
	FROM (SELECT id, created_at, nextval('complaint_numbers')::text AS serial FROM (SELECT id, created_at FROM "complaints" ORDER BY created_at, id) AS oldest_first) AS counted
) AS numbered
WHERE numbered.id = "complaints".id;
