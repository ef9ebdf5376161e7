-- Redundant beside applications_account: an account belongs to one exercise.
ALTER TABLE "applications" DROP CONSTRAINT "applications_one_per_account";
