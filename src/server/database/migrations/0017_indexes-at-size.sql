CREATE INDEX IF NOT EXISTS "accounts_email" ON "accounts" USING btree ("exercise_id",lower(email));--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "accounts_serial" ON "accounts" USING btree ("left"(user_id, 5),(split_part(user_id, '-', 2)::int)) WHERE user_id ~ '^RE[0-9]{2}-[0-9]{5,9}$';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "login_networks_account" ON "login_networks" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "applicant_index_school" ON "applicant_index" USING btree ("exercise_id","school","issued_at","account_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "applicant_index_department" ON "applicant_index" USING btree ("exercise_id","department","issued_at","account_id");