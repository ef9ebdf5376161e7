DROP INDEX "applicant_index_flagged";--> statement-breakpoint
CREATE INDEX "applicant_index_role_stage" ON "applicant_index" USING btree ("exercise_id","role","stage","issued_at","account_id");--> statement-breakpoint
CREATE INDEX "applicant_index_lga" ON "applicant_index" USING btree ("exercise_id","lga","issued_at","account_id");--> statement-breakpoint
CREATE INDEX "applicant_index_published" ON "applicant_index" USING btree ("exercise_id","published","issued_at","account_id") WHERE published is not null;--> statement-breakpoint
CREATE INDEX "applicant_index_flagged" ON "applicant_index" USING btree ("exercise_id","issued_at","account_id","flags") WHERE flags <> '{}';