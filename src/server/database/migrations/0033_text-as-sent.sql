-- `json` is the text as it was sent. To build `jsonb`, in which hardly a statement looks for anything, was a sixth of the
-- database's part in a submission. All applications and drafts are written again and cannot be read meanwhile: 0.25 ms for
-- each application, 0.06 for each draft.
-- contract 0.1.0: nothing reads home_state any more, and data exports no longer with the rest of the row
ALTER TABLE "applications" DROP COLUMN "home_state";--> statement-breakpoint
drop trigger applications_sent_again on applications;--> statement-breakpoint
-- contract 0.1.0: servers send and read text, to which both types are the same
ALTER TABLE "applications" ALTER COLUMN "answers" SET DATA TYPE json, ALTER COLUMN "shown" SET DATA TYPE json;--> statement-breakpoint
create trigger applications_sent_again
  after update of number, account_id, exercise_id, answers, shown, answers_digest, photo_file_id, nin_photo_file_id,
    submitted_at, slip_code, submission on applications
  for each row execute function keep_application_version();--> statement-breakpoint
-- contract 0.1.0: servers send and read text, to which both types are the same
ALTER TABLE "application_versions" ALTER COLUMN "answers" SET DATA TYPE json, ALTER COLUMN "shown" SET DATA TYPE json;--> statement-breakpoint
-- contract 0.1.0: servers send and read text, to which both types are the same
ALTER TABLE "drafts" ALTER COLUMN "document" SET DATA TYPE json;
