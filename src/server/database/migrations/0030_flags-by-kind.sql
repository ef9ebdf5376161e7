DROP INDEX "applicant_index_flagged";--> statement-breakpoint
CREATE INDEX "applicant_index_nin_mismatch" ON "applicant_index" USING btree ("exercise_id","issued_at","account_id") WHERE 'nin_mismatch' = any(flags);--> statement-breakpoint
CREATE INDEX "applicant_index_payment_differs" ON "applicant_index" USING btree ("exercise_id","issued_at","account_id") WHERE 'payment_differs' = any(flags);--> statement-breakpoint
CREATE INDEX "applicant_index_complaint" ON "applicant_index" USING btree ("exercise_id","issued_at","account_id") WHERE 'complaint' = any(flags);--> statement-breakpoint
CREATE INDEX "applicant_index_on_hold" ON "applicant_index" USING btree ("exercise_id","issued_at","account_id") WHERE 'on_hold' = any(flags);