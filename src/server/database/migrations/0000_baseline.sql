-- functions: 5e19062009f2b950
CREATE SEQUENCE "public"."application_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."complaint_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"exercise_id" integer NOT NULL,
	"user_id" text NOT NULL,
	"password_hash" text NOT NULL,
	"initial_password_hash" text NOT NULL,
	"must_change_password" boolean DEFAULT true NOT NULL,
	"surname" text NOT NULL,
	"first_name" text NOT NULL,
	"middle_name" text DEFAULT '' NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"date_of_birth" date NOT NULL,
	"gender" text NOT NULL,
	"place_of_birth" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"lga" text NOT NULL,
	"school" text NOT NULL,
	"department" text,
	"role" text NOT NULL,
	"fee_kobo" bigint NOT NULL,
	"charge_kobo" bigint NOT NULL,
	"photo_file_id" uuid,
	"exam_date" text,
	"exam_time" text,
	"exam_venue" text,
	"version" integer DEFAULT 1 NOT NULL,
	"import_line_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_user_id" UNIQUE("user_id"),
	CONSTRAINT "accounts_import_line" UNIQUE("import_line_id"),
	CONSTRAINT "accounts_gender" CHECK ("accounts"."gender" in ('m', 'f')),
	CONSTRAINT "accounts_money" CHECK ("accounts"."fee_kobo" >= 0 and "accounts"."charge_kobo" >= 0)
);
--> statement-breakpoint
CREATE TABLE "login_networks" (
	"network_hash" "bytea" PRIMARY KEY NOT NULL,
	"account_id" uuid,
	"staff_id" uuid,
	"last_login_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "login_networks_owner" CHECK (num_nonnulls("login_networks"."account_id", "login_networks"."staff_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "password_resets_code" UNIQUE("code_hash")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"file_token_hash" "bytea" NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "sessions_token" UNIQUE("token_hash"),
	CONSTRAINT "sessions_file_token" UNIQUE("file_token_hash")
);
--> statement-breakpoint
CREATE TABLE "applicant_index" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"exercise_id" integer NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"surname_folded" text collate "C" NOT NULL,
	"first_folded" text collate "C" NOT NULL,
	"email_folded" text collate "C" NOT NULL,
	"phone" text collate "C" NOT NULL,
	"gender" text NOT NULL,
	"state" text NOT NULL,
	"lga" text NOT NULL,
	"school" text NOT NULL,
	"department" text,
	"role" text NOT NULL,
	"stage" text NOT NULL,
	"is_paid" boolean NOT NULL,
	"is_identified" boolean NOT NULL,
	"number" text collate "C",
	"issued_at" timestamp with time zone NOT NULL,
	"submitted_at" timestamp with time zone,
	"published" text,
	"flags" text[] DEFAULT '{}' NOT NULL,
	"review_stage" text,
	"review_count" integer DEFAULT 0 NOT NULL,
	"is_split" boolean DEFAULT false NOT NULL,
	"decided" text,
	"assigned_to" uuid
);
--> statement-breakpoint
CREATE TABLE "background_work" (
	"name" text PRIMARY KEY NOT NULL,
	"position" uuid,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "applications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"exercise_id" integer NOT NULL,
	"account_id" uuid NOT NULL,
	"number" text NOT NULL,
	"answers" json NOT NULL,
	"rendered_tables" json NOT NULL,
	"answers_digest" "bytea" NOT NULL,
	"photo_file_id" uuid,
	"nin_photo_file_id" uuid,
	"decision" text DEFAULT 'pending' NOT NULL,
	"rejection_reasons" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"cbt_result" jsonb,
	"interview_result" jsonb,
	"submitted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"slip_code" text DEFAULT upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 12)) NOT NULL,
	"submission" integer DEFAULT 1 NOT NULL,
	"returned_until" timestamp with time zone,
	"return_reason" text,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "applications_number" UNIQUE("number"),
	CONSTRAINT "applications_slip_code" UNIQUE("slip_code"),
	CONSTRAINT "applications_decision" CHECK ("applications"."decision" in ('verified', 'rejected', 'pending')),
	CONSTRAINT "applications_returned" CHECK (("applications"."returned_until" is null) = ("applications"."return_reason" is null)),
	CONSTRAINT "applications_withdrawn" CHECK ("applications"."withdrawn_at" is null or ("applications"."decision" = 'pending' and "applications"."returned_until" is null))
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"document" json NOT NULL,
	"revision" integer NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attendance" (
	"seat_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"position" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"source" text NOT NULL,
	"is_conflict" boolean NOT NULL,
	"marked_by" uuid NOT NULL,
	"marked_at" timestamp with time zone NOT NULL,
	"arrived_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "attendance_seat_id_id_pk" PRIMARY KEY("seat_id","id"),
	CONSTRAINT "attendance_position" UNIQUE("seat_id","position"),
	CONSTRAINT "attendance_state" CHECK ("attendance"."state" in ('present', 'absent', 'turned_away')),
	CONSTRAINT "attendance_source" CHECK ("attendance"."source" in ('scan', 'number', 'sheet')),
	CONSTRAINT "attendance_reason" CHECK (("attendance"."state" = 'turned_away') = ("attendance"."reason" is not null)),
	CONSTRAINT "attendance_times" CHECK ("attendance"."marked_at" <= "attendance"."arrived_at")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"account_id" uuid,
	"network" text,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"staff_id" uuid,
	"staff_session_id" uuid,
	"reason" text,
	"subject_kind" text,
	"subject_id" text,
	"exercise_id" integer,
	CONSTRAINT "audit_log_actor" CHECK ("audit_log"."actor" in ('applicant', 'system', 'guest', 'staff'))
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "backup_drills" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"backup_made_at" timestamp with time zone,
	"rows" integer,
	"files" integer,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "complaint_messages" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"complaint_id" uuid NOT NULL,
	"direction" text NOT NULL,
	"staff_id" uuid,
	"body" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "complaint_messages_direction" CHECK ("complaint_messages"."direction" in ('in', 'out', 'note'))
);
--> statement-breakpoint
CREATE TABLE "complaints" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" text,
	"user_id" text,
	"full_name" text,
	"email" text,
	"complaint" text NOT NULL,
	"account_id" uuid,
	"category" text,
	"state" text DEFAULT 'new' NOT NULL,
	"sender" text,
	"assigned_to" uuid,
	"due_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "complaints_number" UNIQUE("number"),
	CONSTRAINT "complaints_category" CHECK ("complaints"."category" in ('login', 'payment', 'nin', 'form', 'details', 'other')),
	CONSTRAINT "complaints_state" CHECK ("complaints"."state" in ('new', 'open', 'answered', 'closed', 'junk'))
);
--> statement-breakpoint
CREATE TABLE "final_outcomes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"post_id" integer NOT NULL,
	"outcome" text NOT NULL,
	"rank" integer,
	"until" timestamp with time zone,
	"recorded_by" uuid NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	"supersedes" uuid,
	"seen_version" integer NOT NULL,
	CONSTRAINT "final_outcomes_version" UNIQUE("application_id","seen_version"),
	CONSTRAINT "final_outcomes_supersedes" UNIQUE("supersedes"),
	CONSTRAINT "final_outcomes_of_person" UNIQUE("id","recorded_by"),
	CONSTRAINT "final_outcomes_outcome" CHECK ("final_outcomes"."outcome" in ('selected', 'reserve', 'unsuccessful')),
	CONSTRAINT "final_outcomes_rank" CHECK (("final_outcomes"."outcome" = 'reserve') = ("final_outcomes"."rank" is not null) and "final_outcomes"."rank" >= 1),
	CONSTRAINT "final_outcomes_until" CHECK (("final_outcomes"."outcome" = 'selected') = ("final_outcomes"."until" is not null))
);
--> statement-breakpoint
CREATE TABLE "final_outcome_statuses" (
	"application_id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"outcome_id" uuid,
	"post_id" integer,
	"outcome" text,
	"rank" integer,
	"is_confirmed" boolean DEFAULT false NOT NULL,
	"published_id" uuid,
	CONSTRAINT "final_outcome_statuses_outcome" CHECK ("final_outcome_statuses"."outcome" in ('selected', 'reserve', 'unsuccessful')),
	CONSTRAINT "final_outcome_statuses_newest" CHECK (("final_outcome_statuses"."outcome_id" is null) = ("final_outcome_statuses"."outcome" is null))
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"post_id" integer NOT NULL,
	"outcome_id" uuid NOT NULL,
	"state" text DEFAULT 'offered' NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"offered_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	"slip_code" text DEFAULT upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 12)) NOT NULL,
	"exercise_id" integer DEFAULT 0 NOT NULL,
	"number" text collate "C" DEFAULT '' NOT NULL,
	"school" text DEFAULT '' NOT NULL,
	"department" text,
	"role" text DEFAULT '' NOT NULL,
	"home_state" text DEFAULT '' NOT NULL,
	"gender" text DEFAULT 'f' NOT NULL,
	CONSTRAINT "offers_slip_code" UNIQUE("slip_code"),
	CONSTRAINT "offers_outcome" UNIQUE("outcome_id"),
	CONSTRAINT "offers_state" CHECK ("offers"."state" in ('offered', 'accepted', 'declined', 'lapsed', 'withdrawn')),
	CONSTRAINT "offers_gender" CHECK ("offers"."gender" in ('m', 'f')),
	CONSTRAINT "offers_settled" CHECK (("offers"."state" = 'offered') = ("offers"."settled_at" is null))
);
--> statement-breakpoint
CREATE TABLE "outcome_confirmations" (
	"outcome_id" uuid NOT NULL,
	"recorded_by" uuid NOT NULL,
	"confirmed_by" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outcome_confirmations_key" PRIMARY KEY("outcome_id"),
	CONSTRAINT "outcome_confirmations_second_person" CHECK ("outcome_confirmations"."confirmed_by" <> "outcome_confirmations"."recorded_by")
);
--> statement-breakpoint
CREATE TABLE "publication_items" (
	"publication_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"source_table" text,
	"source_id" uuid,
	"content" jsonb,
	"state" text NOT NULL,
	"exclusion_reason" text,
	"emailed_at" timestamp with time zone,
	CONSTRAINT "publication_items_key" PRIMARY KEY("publication_id","application_id"),
	CONSTRAINT "publication_items_source_table" CHECK ("publication_items"."source_table" in ('decisions', 'seats', 'released_seats', 'results', 'final_outcomes')),
	CONSTRAINT "publication_items_state" CHECK ("publication_items"."state" in ('waiting', 'done', 'skipped', 'excluded')),
	CONSTRAINT "publication_items_source" CHECK ("publication_items"."state" = 'excluded' or ("publication_items"."source_table" is not null and "publication_items"."source_id" is not null and "publication_items"."content" is not null))
);
--> statement-breakpoint
CREATE TABLE "publications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"exercise_id" integer NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"state" text NOT NULL,
	"digest" "bytea",
	"publish_at" timestamp with time zone,
	"published_at" timestamp with time zone,
	"email_note" text DEFAULT '' NOT NULL,
	"summary" jsonb NOT NULL,
	"emails" integer DEFAULT 0 NOT NULL,
	"made_by" uuid NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"proposed_by" uuid,
	"proposed_at" timestamp with time zone,
	"approved_by" uuid,
	"approved_at" timestamp with time zone,
	"returned_by" uuid,
	"returned_at" timestamp with time zone,
	"return_reason" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "publications_kind" CHECK ("publications"."kind" in ('shortlist', 'rejection', 'seats', 'cbt', 'interview', 'offer', 'correction')),
	CONSTRAINT "publications_state" CHECK ("publications"."state" in ('draft', 'proposed', 'approved', 'publishing', 'published', 'returned')),
	CONSTRAINT "publications_second_person" CHECK ("publications"."approved_by" <> "publications"."made_by" and "publications"."approved_by" <> "publications"."proposed_by"),
	CONSTRAINT "publications_approved" CHECK ("publications"."state" not in ('approved', 'publishing', 'published') or ("publications"."approved_by" is not null and "publications"."proposed_by" is not null and "publications"."digest" is not null))
);
--> statement-breakpoint
CREATE TABLE "application_returns" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"submission" integer NOT NULL,
	"reason" text,
	"until" timestamp with time zone,
	"returned_by" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "application_returns_cancelled" CHECK (("application_returns"."until" is null) = ("application_returns"."reason" is null))
);
--> statement-breakpoint
CREATE TABLE "application_versions" (
	"application_id" uuid NOT NULL,
	"submission" integer NOT NULL,
	"answers" json NOT NULL,
	"rendered_tables" json NOT NULL,
	"answers_digest" "bytea" NOT NULL,
	"photo_file_id" uuid,
	"nin_photo_file_id" uuid,
	"decision" text NOT NULL,
	"rejection_reasons" jsonb NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL,
	"slip_code" text NOT NULL,
	CONSTRAINT "application_versions_key" PRIMARY KEY("application_id","submission"),
	CONSTRAINT "application_versions_slip_code" UNIQUE("slip_code"),
	CONSTRAINT "application_versions_decision" CHECK ("application_versions"."decision" in ('pending', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "application_notes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"text" text NOT NULL,
	"is_pinned" boolean DEFAULT false NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "application_statuses" (
	"application_id" uuid PRIMARY KEY NOT NULL,
	"stage" text NOT NULL,
	"version" integer NOT NULL,
	"round" integer DEFAULT 1 NOT NULL,
	"review_count" integer DEFAULT 0 NOT NULL,
	"is_split" boolean DEFAULT false NOT NULL,
	"assigned_to" uuid,
	"decision_id" uuid,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "application_statuses_stage" CHECK ("application_statuses"."stage" in ('submitted', 'screening', 'returned', 'shortlisted', 'rejected', 'held', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "application_viewers" (
	"application_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "application_viewers_pk" PRIMARY KEY("application_id","staff_id")
);
--> statement-breakpoint
CREATE TABLE "decisions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"stage" text NOT NULL,
	"outcome" text NOT NULL,
	"reasons" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"decided_by" uuid NOT NULL,
	"seconded_by" uuid,
	"supersedes" uuid,
	"seen_version" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "decisions_supersedes" UNIQUE("supersedes"),
	CONSTRAINT "decisions_stage" CHECK ("decisions"."stage" in ('screening', 'interview', 'offer')),
	CONSTRAINT "decisions_outcome" CHECK ("decisions"."outcome" in ('shortlisted', 'rejected', 'held')),
	CONSTRAINT "decisions_second_person" CHECK ("decisions"."seconded_by" is null or "decisions"."seconded_by" <> "decisions"."decided_by"),
	CONSTRAINT "decisions_rejected_by_two" CHECK ("decisions"."outcome" <> 'rejected' or "decisions"."seconded_by" is not null)
);
--> statement-breakpoint
CREATE TABLE "recusals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"staff_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"made_by" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_by" uuid,
	"ended_at" timestamp with time zone,
	CONSTRAINT "recusals_ended_by_another" CHECK ("recusals"."ended_by" is null or "recusals"."ended_by" <> "recusals"."staff_id")
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"staff_id" uuid NOT NULL,
	"verdict" text NOT NULL,
	"reasons" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"seen_version" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reviews_one_per_person" UNIQUE("application_id","round","staff_id"),
	CONSTRAINT "reviews_verdict" CHECK ("reviews"."verdict" in ('shortlist', 'reject', 'hold', 'return'))
);
--> statement-breakpoint
CREATE TABLE "application_withdrawals" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"event" text NOT NULL,
	"reason" text NOT NULL,
	"decision" text NOT NULL,
	"rejection_reasons" jsonb NOT NULL,
	"made_by" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "application_withdrawals_event" CHECK ("application_withdrawals"."event" in ('withdrawn', 'reinstated')),
	CONSTRAINT "application_withdrawals_decision" CHECK ("application_withdrawals"."decision" in ('verified', 'rejected', 'pending')),
	CONSTRAINT "application_withdrawals_reason" CHECK (char_length("application_withdrawals"."reason") >= 10)
);
--> statement-breakpoint
CREATE TABLE "account_corrections" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"correction_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"column" text NOT NULL,
	"encrypted_old" "bytea" NOT NULL,
	"encrypted_new" "bytea" NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"seen_version" integer NOT NULL,
	"made_by" uuid NOT NULL,
	"decided_by" uuid,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "account_corrections_state" CHECK ("account_corrections"."state" in ('proposed', 'applied', 'declined')),
	CONSTRAINT "account_corrections_second_person" CHECK ("account_corrections"."state" <> 'applied' or "account_corrections"."decided_by" <> "account_corrections"."made_by")
);
--> statement-breakpoint
CREATE TABLE "account_holds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"made_by" uuid NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_by" uuid,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	CONSTRAINT "account_holds_ended" CHECK (("account_holds"."ended_at" is null) = ("account_holds"."ended_by" is null) and ("account_holds"."ended_at" is null) = ("account_holds"."end_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "emails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"template" text NOT NULL,
	"event" text,
	"account_id" uuid,
	"staff_id" uuid,
	"encrypted_address" "bytea",
	"encrypted_data" "bytea",
	"state" text DEFAULT 'queued' NOT NULL,
	"message_id" text,
	"job_id" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"queued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"complaint_id" uuid,
	"publication_id" uuid,
	"resent_by" uuid,
	CONSTRAINT "emails_state" CHECK ("emails"."state" in ('queued', 'sent', 'refused', 'failed', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "mailing_items" (
	"mailing_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"left_out_reason" text,
	"at" timestamp with time zone,
	CONSTRAINT "mailing_items_key" PRIMARY KEY("mailing_id","account_id"),
	CONSTRAINT "mailing_items_state" CHECK ("mailing_items"."state" in ('waiting', 'done', 'skipped'))
);
--> statement-breakpoint
CREATE TABLE "mailings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"exercise_id" integer NOT NULL,
	"filter" jsonb NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"recipients" integer NOT NULL,
	"left_out" jsonb NOT NULL,
	"reason" text,
	"made_by" uuid NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "mailings_kind" CHECK ("mailings"."kind" in ('firstEmail', 'reminder')),
	CONSTRAINT "mailings_state" CHECK ("mailings"."state" in ('draft', 'sending', 'sent')),
	CONSTRAINT "mailings_reason" CHECK ("mailings"."state" = 'draft' or "mailings"."reason" is not null)
);
--> statement-breakpoint
CREATE TABLE "exercise_texts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"exercise_id" integer NOT NULL,
	"kind" text NOT NULL,
	"code" text NOT NULL,
	"version" integer NOT NULL,
	"title" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"is_offered" boolean DEFAULT true NOT NULL,
	"made_by" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "exercise_texts_version" UNIQUE("exercise_id","kind","code","version"),
	CONSTRAINT "exercise_texts_kind" CHECK ("exercise_texts"."kind" in ('reason', 'reply', 'category'))
);
--> statement-breakpoint
CREATE TABLE "exercise_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"exercise_id" integer NOT NULL,
	"version" integer NOT NULL,
	"before" jsonb,
	"after" jsonb NOT NULL,
	"made_by" uuid,
	"approved_by" uuid,
	"effective_at" timestamp with time zone,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" serial PRIMARY KEY NOT NULL,
	"exercise_id" integer NOT NULL,
	"school" text NOT NULL,
	"department" text,
	"role" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"vacancies" integer,
	"requirements" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"closes_at" timestamp with time zone,
	CONSTRAINT "posts_once" UNIQUE NULLS NOT DISTINCT("exercise_id","school","department","role"),
	CONSTRAINT "posts_vacancies" CHECK ("posts"."vacancies" >= 0)
);
--> statement-breakpoint
CREATE TABLE "exercise_proposals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"exercise_id" integer NOT NULL,
	"settings" jsonb NOT NULL,
	"seen_version" integer NOT NULL,
	"state" text DEFAULT 'proposed' NOT NULL,
	"effective_at" timestamp with time zone,
	"applies_to_unpaid" boolean DEFAULT false NOT NULL,
	"failure" text,
	"made_by" uuid NOT NULL,
	"decided_by" uuid,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "exercise_proposals_state" CHECK ("exercise_proposals"."state" in ('proposed', 'planned', 'approved', 'declined', 'failed')),
	CONSTRAINT "exercise_proposals_second_person" CHECK ("exercise_proposals"."state" not in ('planned', 'approved') or "exercise_proposals"."decided_by" <> "exercise_proposals"."made_by"),
	CONSTRAINT "exercise_proposals_planned" CHECK ("exercise_proposals"."state" <> 'planned' or "exercise_proposals"."effective_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "exercises" (
	"id" serial PRIMARY KEY NOT NULL,
	"institution" text NOT NULL,
	"short_name" text NOT NULL,
	"title" text NOT NULL,
	"year" integer NOT NULL,
	"status" text DEFAULT 'closed' NOT NULL,
	"deadline" timestamp with time zone,
	"fee_kobo" bigint NOT NULL,
	"charge_kobo" bigint NOT NULL,
	"posts" jsonb NOT NULL,
	"vendor_name" text NOT NULL,
	"vendor_url" text,
	"contact_address" text,
	"contact_phone" text,
	"contact_hours" text,
	"review_rules" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"score_criteria" jsonb DEFAULT '[{"name":"Command of the subject","maximum":20},{"name":"Teaching and communication","maximum":20},{"name":"Research and publications","maximum":20},{"name":"Experience and achievements","maximum":20},{"name":"Conduct and judgement","maximum":20}]'::jsonb NOT NULL,
	"is_current" boolean DEFAULT false NOT NULL,
	"opens_at" timestamp with time zone,
	"archived_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "exercises_year" UNIQUE("year"),
	CONSTRAINT "exercises_status" CHECK ("exercises"."status" in ('open', 'closed')),
	CONSTRAINT "exercises_money" CHECK ("exercises"."fee_kobo" >= 0 and "exercises"."charge_kobo" >= 0)
);
--> statement-breakpoint
CREATE TABLE "data_exports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"status" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"content_id" uuid,
	"size" bigint,
	"expires_at" timestamp with time zone,
	CONSTRAINT "data_exports_status" CHECK ("data_exports"."status" in ('preparing', 'ready', 'failed')),
	CONSTRAINT "data_exports_ready" CHECK (("data_exports"."status" = 'ready') = ("data_exports"."content_id" is not null and "data_exports"."size" is not null and "data_exports"."expires_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "exports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"exercise_id" integer,
	"kind" text NOT NULL,
	"filter" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"selection_id" uuid,
	"columns" text[] NOT NULL,
	"format" text NOT NULL,
	"is_personal" boolean NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"rows" integer,
	"bytes" bigint,
	"sha256" "bytea",
	"file_id" uuid,
	"failure" text,
	"downloads" integer DEFAULT 0 NOT NULL,
	"made_by" uuid NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	CONSTRAINT "exports_format" CHECK ("exports"."format" in ('csv', 'xlsx', 'zip-pdf')),
	CONSTRAINT "exports_state" CHECK ("exports"."state" in ('waiting', 'making', 'ready', 'failed', 'cancelled', 'expired')),
	CONSTRAINT "exports_file" CHECK (("exports"."state" = 'ready') = ("exports"."file_id" is not null)),
	CONSTRAINT "exports_finished" CHECK ("exports"."state" not in ('ready', 'expired') or ("exports"."rows" is not null and "exports"."bytes" is not null and "exports"."sha256" is not null and "exports"."expires_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" "bytea" NOT NULL,
	"scan" text DEFAULT 'none' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "files_kind" CHECK ("files"."kind" in ('upload', 'nin_photo', 'import', 'export', 'pack')),
	CONSTRAINT "files_scan" CHECK ("files"."scan" in ('none', 'waiting', 'clean', 'infected')),
	CONSTRAINT "files_owner" CHECK (("files"."account_id" is not null) = ("files"."kind" in ('upload', 'nin_photo')))
);
--> statement-breakpoint
CREATE TABLE "unreferenced_contents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "import_lines" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"state" text NOT NULL,
	"errors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"target" text,
	CONSTRAINT "import_lines_line" UNIQUE("import_id","line"),
	CONSTRAINT "import_lines_state" CHECK ("import_lines"."state" in ('good', 'same', 'failed', 'applied'))
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"file_id" uuid,
	"sha256" "bytea" NOT NULL,
	"exercise_id" integer NOT NULL,
	"state" text NOT NULL,
	"lines" integer DEFAULT 0 NOT NULL,
	"good" integer DEFAULT 0 NOT NULL,
	"same" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"applied" integer DEFAULT 0 NOT NULL,
	"options" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"made_by" uuid NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"applied_at" timestamp with time zone,
	CONSTRAINT "imports_kind" CHECK ("imports"."kind" in ('accounts', 'cbt', 'interview', 'attendance', 'seats', 'settlement')),
	CONSTRAINT "imports_state" CHECK ("imports"."state" in ('checking', 'checked', 'applying', 'applied', 'failed', 'discarded'))
);
--> statement-breakpoint
CREATE TABLE "interview_slots" (
	"seat_id" uuid PRIMARY KEY NOT NULL,
	"sitting_id" uuid NOT NULL,
	"panel_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "interview_slots_time" UNIQUE("panel_id","starts_at"),
	CONSTRAINT "interview_slots_of_panel" UNIQUE("seat_id","panel_id"),
	CONSTRAINT "interview_slots_times" CHECK ("interview_slots"."starts_at" < "interview_slots"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "panel_members" (
	"panel_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	CONSTRAINT "panel_members_key" PRIMARY KEY("panel_id","staff_id")
);
--> statement-breakpoint
CREATE TABLE "panels" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"sitting_id" uuid NOT NULL,
	"kind" text DEFAULT 'interview' NOT NULL,
	"name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"made_by" uuid NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "panels_name" UNIQUE("sitting_id","name"),
	CONSTRAINT "panels_of_sitting" UNIQUE("id","sitting_id"),
	CONSTRAINT "panels_kind" CHECK ("panels"."kind" in ('cbt', 'interview')),
	CONSTRAINT "panels_interview" CHECK ("panels"."kind" = 'interview')
);
--> statement-breakpoint
CREATE TABLE "score_sheets" (
	"seat_id" uuid NOT NULL,
	"panel_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"scores" jsonb NOT NULL,
	"total" integer NOT NULL,
	"note" text,
	"handed_in_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "score_sheets_key" PRIMARY KEY("seat_id","staff_id"),
	CONSTRAINT "score_sheets_total" CHECK ("score_sheets"."total" between 0 and 2000)
);
--> statement-breakpoint
CREATE TABLE "money_case_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"staff_id" uuid,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"note" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "money_case_events_kind" CHECK ("money_case_events"."kind" in ('ask', 'explain', 'propose_refund', 'cancel_proposal', 'approve_refund', 'record_refund', 'propose_write_off', 'approve_write_off', 'opened', 'changed', 'settled'))
);
--> statement-breakpoint
CREATE TABLE "money_cases" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"exercise_id" integer NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"payment_id" uuid,
	"account_id" uuid,
	"rrr" text NOT NULL,
	"line_id" bigint,
	"amount_kobo" bigint NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	"proposed_by" uuid,
	"proposed_at" timestamp with time zone,
	"refund_kobo" bigint,
	"approved_by" uuid,
	"approved_at" timestamp with time zone,
	"refunded_on" date,
	"refund_reference" text,
	CONSTRAINT "money_cases_kind" CHECK ("money_cases"."kind" in ('late', 'double', 'short', 'over', 'missing_here', 'missing_there', 'differs')),
	CONSTRAINT "money_cases_state" CHECK ("money_cases"."state" in ('open', 'asked', 'explained', 'refund_due', 'refund_approved', 'refunded', 'write_off_due', 'written_off')),
	CONSTRAINT "money_cases_amount" CHECK ("money_cases"."amount_kobo" >= 0),
	CONSTRAINT "money_cases_proposed" CHECK (("money_cases"."state" in ('refund_due', 'refund_approved', 'refunded', 'write_off_due', 'written_off')) = ("money_cases"."proposed_by" is not null)
        and ("money_cases"."proposed_by" is null) = ("money_cases"."proposed_at" is null)),
	CONSTRAINT "money_cases_refund" CHECK (("money_cases"."state" in ('refund_due', 'refund_approved', 'refunded')) = ("money_cases"."refund_kobo" is not null)
        and "money_cases"."refund_kobo" > 0 and "money_cases"."refund_kobo" <= "money_cases"."amount_kobo"),
	CONSTRAINT "money_cases_refund_confirmed" CHECK ("money_cases"."kind" <> 'missing_here' or "money_cases"."refund_kobo" is null),
	CONSTRAINT "money_cases_approved" CHECK (("money_cases"."state" in ('refund_approved', 'refunded', 'written_off')) = ("money_cases"."approved_by" is not null)
        and ("money_cases"."approved_by" is null) = ("money_cases"."approved_at" is null)),
	CONSTRAINT "money_cases_second_person" CHECK ("money_cases"."approved_by" <> "money_cases"."proposed_by"),
	CONSTRAINT "money_cases_paid_out" CHECK (("money_cases"."state" = 'refunded') = ("money_cases"."refunded_on" is not null) and ("money_cases"."refunded_on" is null) = ("money_cases"."refund_reference" is null)),
	CONSTRAINT "money_cases_ended" CHECK (("money_cases"."state" in ('explained', 'refunded', 'written_off')) = ("money_cases"."ended_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "nin_verifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"exercise_id" integer NOT NULL,
	"account_id" uuid NOT NULL,
	"nin_hash" "bytea" NOT NULL,
	"encrypted_nin" "bytea" NOT NULL,
	"outcome" text NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"lease_expires_at" timestamp with time zone,
	"encrypted_record" "bytea",
	"differences" jsonb,
	"facts_hash" "bytea",
	"photo_file_id" uuid,
	"consent_at" timestamp with time zone,
	"consent_version" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "nin_looked_up_once" UNIQUE("account_id","nin_hash"),
	CONSTRAINT "nin_verifications_outcome" CHECK ("nin_verifications"."outcome" in ('requested', 'matched', 'mismatch', 'not_found'))
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"payment_id" uuid,
	"rrr" text,
	"kind" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"exercise_id" integer DEFAULT 0 NOT NULL,
	"order_id" text NOT NULL,
	"rrr" text,
	"fee_kobo" bigint NOT NULL,
	"charge_kobo" bigint NOT NULL,
	"status" text NOT NULL,
	"lease_expires_at" timestamp with time zone,
	"paid_kobo" bigint,
	"paid_at" timestamp with time zone,
	"payment_type" text DEFAULT '' NOT NULL,
	"checks" integer DEFAULT 0 NOT NULL,
	"checked_at" timestamp with time zone,
	"next_check_at" timestamp with time zone,
	"slip_code" text DEFAULT upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 12)) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"issued_at" timestamp with time zone,
	CONSTRAINT "payments_order" UNIQUE("order_id"),
	CONSTRAINT "payments_rrr_once" UNIQUE("rrr"),
	CONSTRAINT "payments_slip_code" UNIQUE("slip_code"),
	CONSTRAINT "payments_status" CHECK ("payments"."status" in ('requested', 'open', 'superseded', 'expired', 'paid')),
	CONSTRAINT "payments_rrr" CHECK ("payments"."status" = 'requested' or "payments"."rrr" ~ '^[0-9]{12}$'),
	CONSTRAINT "payments_paid" CHECK (("payments"."status" = 'paid') = ("payments"."paid_at" is not null) and ("payments"."status" <> 'paid' or "payments"."paid_kobo" >= "payments"."fee_kobo" + "payments"."charge_kobo"))
);
--> statement-breakpoint
CREATE TABLE "result_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"score" numeric(6, 2) NOT NULL,
	"maximum" numeric(6, 2) NOT NULL,
	"remark" text,
	"seat_id" uuid,
	"entered_by" uuid NOT NULL,
	"entered_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_version" integer NOT NULL,
	CONSTRAINT "result_entries_version" UNIQUE("application_id","kind","seen_version"),
	CONSTRAINT "result_entries_of_person" UNIQUE("id","application_id","kind","score","maximum","entered_by"),
	CONSTRAINT "result_entries_kind" CHECK ("result_entries"."kind" in ('cbt', 'interview')),
	CONSTRAINT "result_entries_score" CHECK ("result_entries"."score" between 0 and "result_entries"."maximum" and "result_entries"."maximum" > 0)
);
--> statement-breakpoint
CREATE TABLE "results" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"score" numeric(6, 2) NOT NULL,
	"maximum" numeric(6, 2) NOT NULL,
	"remark" text,
	"seat_id" uuid,
	"import_id" uuid,
	"entry_id" uuid,
	"entered_by" uuid NOT NULL,
	"entered_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_by" uuid,
	"supersedes" uuid,
	"exercise_id" integer DEFAULT 0 NOT NULL,
	"number" text collate "C" DEFAULT '' NOT NULL,
	"school" text DEFAULT '' NOT NULL,
	"department" text,
	"role" text DEFAULT '' NOT NULL,
	"home_state" text DEFAULT '' NOT NULL,
	CONSTRAINT "results_entry" UNIQUE("entry_id"),
	CONSTRAINT "results_kind" CHECK ("results"."kind" in ('cbt', 'interview')),
	CONSTRAINT "results_score" CHECK ("results"."score" between 0 and "results"."maximum" and "results"."maximum" > 0),
	CONSTRAINT "results_source" CHECK (("results"."import_id" is null) = ("results"."entry_id" is not null) and ("results"."entry_id" is null) = ("results"."confirmed_by" is null)),
	CONSTRAINT "results_second_person" CHECK ("results"."entered_by" <> "results"."confirmed_by")
);
--> statement-breakpoint
CREATE TABLE "result_entries_taken_back" (
	"entry_id" uuid PRIMARY KEY NOT NULL,
	"taken_back_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "selection_items" (
	"selection_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	CONSTRAINT "selection_items_key" PRIMARY KEY("selection_id","application_id")
);
--> statement-breakpoint
CREATE TABLE "selections" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"exercise_id" integer NOT NULL,
	"filter" jsonb NOT NULL,
	"count" integer NOT NULL,
	"made_by" uuid NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "closed_days" (
	"exercise_id" integer NOT NULL,
	"day" date NOT NULL,
	"differences" integer NOT NULL,
	"paid_kobo" bigint NOT NULL,
	"settled_kobo" bigint NOT NULL,
	"closed_by" uuid NOT NULL,
	"closed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"approved_by" uuid,
	"approved_at" timestamp with time zone,
	CONSTRAINT "closed_days_key" PRIMARY KEY("exercise_id","day"),
	CONSTRAINT "closed_days_second_person" CHECK ("closed_days"."approved_by" <> "closed_days"."closed_by"),
	CONSTRAINT "closed_days_approved" CHECK (("closed_days"."approved_by" is null) = ("closed_days"."approved_at" is null))
);
--> statement-breakpoint
CREATE TABLE "settlement_lines" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"settlement_id" uuid NOT NULL,
	"exercise_id" integer NOT NULL,
	"line" integer NOT NULL,
	"rrr" text NOT NULL,
	"amount_kobo" bigint NOT NULL,
	"charge_kobo" bigint,
	"paid_on" date NOT NULL,
	"settled_on" date,
	"channel" text DEFAULT '' NOT NULL,
	"same_as_id" bigint,
	"repeats_id" bigint,
	CONSTRAINT "settlement_lines_line" UNIQUE("settlement_id","line"),
	CONSTRAINT "settlement_lines_rrr_digits" CHECK ("settlement_lines"."rrr" ~ '^[0-9]{12}$'),
	CONSTRAINT "settlement_lines_amount" CHECK ("settlement_lines"."amount_kobo" >= 0 and "settlement_lines"."charge_kobo" >= 0),
	CONSTRAINT "settlement_lines_counts_once" CHECK ("settlement_lines"."same_as_id" is null or "settlement_lines"."repeats_id" is null)
);
--> statement-breakpoint
CREATE TABLE "settlements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"import_id" uuid NOT NULL,
	"exercise_id" integer NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"imported_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settlements_import" UNIQUE("import_id"),
	CONSTRAINT "settlements_days" CHECK ("settlements"."first_day" <= "settlements"."last_day")
);
--> statement-breakpoint
CREATE TABLE "seating_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"exercise_id" integer NOT NULL,
	"kind" text NOT NULL,
	"selection_id" uuid NOT NULL,
	"sitting_ids" uuid[] NOT NULL,
	"rules" jsonb NOT NULL,
	"seed" integer NOT NULL,
	"made_by" uuid NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"committed_at" timestamp with time zone,
	"result" jsonb,
	CONSTRAINT "seating_runs_kind" CHECK ("seating_runs"."kind" in ('cbt', 'interview')),
	CONSTRAINT "seating_runs_committed" CHECK (("seating_runs"."committed_at" is null) = ("seating_runs"."result" is null))
);
--> statement-breakpoint
CREATE TABLE "seats" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"sitting_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"application_id" uuid NOT NULL,
	"seat_number" integer NOT NULL,
	"run_id" uuid NOT NULL,
	"seated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"released_at" timestamp with time zone,
	"attendance" text,
	"marks" integer DEFAULT 0 NOT NULL,
	"has_conflict" boolean DEFAULT false NOT NULL,
	"exercise_id" integer DEFAULT 0 NOT NULL,
	"number" text collate "C" DEFAULT '' NOT NULL,
	"school" text DEFAULT '' NOT NULL,
	"department" text,
	"role" text DEFAULT '' NOT NULL,
	"home_state" text DEFAULT '' NOT NULL,
	"starts_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "seats_of_sitting" UNIQUE("id","sitting_id"),
	CONSTRAINT "seats_kind" CHECK ("seats"."kind" in ('cbt', 'interview')),
	CONSTRAINT "seats_attendance" CHECK ("seats"."attendance" in ('present', 'absent', 'turned_away')),
	CONSTRAINT "seats_number" CHECK ("seats"."seat_number" >= 1)
);
--> statement-breakpoint
CREATE TABLE "sittings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"exercise_id" integer NOT NULL,
	"venue_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"label" text NOT NULL,
	"reports_at" timestamp with time zone NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"capacity" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"reason" text,
	"moved_from" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"made_by" uuid NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sittings_of_kind" UNIQUE("id","kind"),
	CONSTRAINT "sittings_kind" CHECK ("sittings"."kind" in ('cbt', 'interview')),
	CONSTRAINT "sittings_state" CHECK ("sittings"."state" in ('open', 'locked', 'cancelled')),
	CONSTRAINT "sittings_times" CHECK ("sittings"."reports_at" <= "sittings"."starts_at" and "sittings"."starts_at" < "sittings"."ends_at"),
	CONSTRAINT "sittings_capacity" CHECK ("sittings"."capacity" between 1 and 5000),
	CONSTRAINT "sittings_reason" CHECK (("sittings"."state" = 'cancelled') = ("sittings"."reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "venues" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"exercise_id" integer NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"state" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_step_free" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "venues_name" UNIQUE("exercise_id","name"),
	CONSTRAINT "venues_of_exercise" UNIQUE("id","exercise_id")
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text,
	"status" text DEFAULT 'invited' NOT NULL,
	"encrypted_totp_secret" "bytea",
	"totp_last_step" bigint,
	"created_by" uuid,
	"suspended_at" timestamp with time zone,
	"last_seen_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_email" UNIQUE("email"),
	CONSTRAINT "staff_status" CHECK ("staff"."status" in ('invited', 'active', 'suspended', 'left'))
);
--> statement-breakpoint
CREATE TABLE "staff_challenges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"staff_id" uuid,
	"value" "bytea" NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "staff_challenges_value" UNIQUE("value"),
	CONSTRAINT "staff_challenges_kind" CHECK ("staff_challenges"."kind" in ('second', 'passkey', 'new_passkey'))
);
--> statement-breakpoint
CREATE TABLE "staff_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"staff_id" uuid NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"encrypted_totp_secret" "bytea",
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "staff_links_code" UNIQUE("code_hash"),
	CONSTRAINT "staff_links_kind" CHECK ("staff_links"."kind" in ('invite', 'reset'))
);
--> statement-breakpoint
CREATE TABLE "staff_passkeys" (
	"credential_id" "bytea" PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"staff_id" uuid NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint DEFAULT 0 NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"is_backed_up" boolean DEFAULT false NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "staff_passkeys_id" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "staff_proposals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"staff_id" uuid NOT NULL,
	"change" jsonb NOT NULL,
	"state" text DEFAULT 'proposed' NOT NULL,
	"made_by" uuid NOT NULL,
	"decided_by" uuid,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "staff_proposals_state" CHECK ("staff_proposals"."state" in ('proposed', 'approved', 'declined')),
	CONSTRAINT "staff_proposals_second_person" CHECK ("staff_proposals"."state" <> 'approved' or "staff_proposals"."decided_by" <> "staff_proposals"."made_by")
);
--> statement-breakpoint
CREATE TABLE "staff_readings" (
	"staff_id" uuid NOT NULL,
	"list" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"pages" integer NOT NULL,
	"rows" integer NOT NULL,
	"filters" text[] NOT NULL,
	"is_closed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "staff_readings_staff_id_list_hour_pk" PRIMARY KEY("staff_id","list","hour")
);
--> statement-breakpoint
CREATE TABLE "staff_recovery_codes" (
	"code_hash" "bytea" PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_roles" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"staff_id" uuid NOT NULL,
	"role" text NOT NULL,
	"exercise_id" integer,
	"school" text,
	"department" text,
	"granted_by" uuid,
	"approved_by" uuid,
	"granted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_roles_once" UNIQUE NULLS NOT DISTINCT("staff_id","role","exercise_id","school","department"),
	CONSTRAINT "staff_roles_role" CHECK ("staff_roles"."role" in ('registry', 'reviewer', 'chair', 'exam', 'bursar', 'helpdesk', 'admin', 'dpo', 'auditor')),
	CONSTRAINT "staff_roles_second_person" CHECK ("staff_roles"."approved_by" is null or "staff_roles"."approved_by" <> "staff_roles"."granted_by")
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"staff_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"network" text,
	"factor" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"fresh_until" timestamp with time zone,
	CONSTRAINT "staff_sessions_token" UNIQUE("token_hash"),
	CONSTRAINT "staff_sessions_factor" CHECK ("staff_sessions"."factor" in ('totp', 'recovery', 'passkey'))
);
--> statement-breakpoint
CREATE TABLE "staff_views" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"staff_id" uuid NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_views_name" UNIQUE("staff_id","list","name")
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_networks" ADD CONSTRAINT "login_networks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_networks" ADD CONSTRAINT "login_networks_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applicant_index" ADD CONSTRAINT "applicant_index_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_seat_id_seats_id_fk" FOREIGN KEY ("seat_id") REFERENCES "public"."seats"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_marked_by_staff_id_fk" FOREIGN KEY ("marked_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaint_messages" ADD CONSTRAINT "complaint_messages_complaint_id_complaints_id_fk" FOREIGN KEY ("complaint_id") REFERENCES "public"."complaints"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaint_messages" ADD CONSTRAINT "complaint_messages_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_assigned_to_staff_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "final_outcomes" ADD CONSTRAINT "final_outcomes_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "final_outcomes" ADD CONSTRAINT "final_outcomes_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "final_outcomes" ADD CONSTRAINT "final_outcomes_recorded_by_staff_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "final_outcome_statuses" ADD CONSTRAINT "final_outcome_statuses_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "final_outcome_statuses" ADD CONSTRAINT "final_outcome_statuses_outcome_id_final_outcomes_id_fk" FOREIGN KEY ("outcome_id") REFERENCES "public"."final_outcomes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "final_outcome_statuses" ADD CONSTRAINT "final_outcome_statuses_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "final_outcome_statuses" ADD CONSTRAINT "final_outcome_statuses_published_id_final_outcomes_id_fk" FOREIGN KEY ("published_id") REFERENCES "public"."final_outcomes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_outcome_id_final_outcomes_id_fk" FOREIGN KEY ("outcome_id") REFERENCES "public"."final_outcomes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outcome_confirmations" ADD CONSTRAINT "outcome_confirmations_confirmed_by_staff_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outcome_confirmations" ADD CONSTRAINT "outcome_confirmations_outcome" FOREIGN KEY ("outcome_id","recorded_by") REFERENCES "public"."final_outcomes"("id","recorded_by") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publication_items" ADD CONSTRAINT "publication_items_publication_id_publications_id_fk" FOREIGN KEY ("publication_id") REFERENCES "public"."publications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publication_items" ADD CONSTRAINT "publication_items_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_proposed_by_staff_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_approved_by_staff_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_returned_by_staff_id_fk" FOREIGN KEY ("returned_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_returns" ADD CONSTRAINT "application_returns_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_returns" ADD CONSTRAINT "application_returns_returned_by_staff_id_fk" FOREIGN KEY ("returned_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_versions" ADD CONSTRAINT "application_versions_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_notes" ADD CONSTRAINT "application_notes_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_notes" ADD CONSTRAINT "application_notes_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_statuses" ADD CONSTRAINT "application_statuses_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_statuses" ADD CONSTRAINT "application_statuses_assigned_to_staff_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_statuses" ADD CONSTRAINT "application_statuses_decision_id_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_viewers" ADD CONSTRAINT "application_viewers_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_viewers" ADD CONSTRAINT "application_viewers_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_decided_by_staff_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_seconded_by_staff_id_fk" FOREIGN KEY ("seconded_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recusals" ADD CONSTRAINT "recusals_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recusals" ADD CONSTRAINT "recusals_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recusals" ADD CONSTRAINT "recusals_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recusals" ADD CONSTRAINT "recusals_ended_by_staff_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_withdrawals" ADD CONSTRAINT "application_withdrawals_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_withdrawals" ADD CONSTRAINT "application_withdrawals_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_corrections" ADD CONSTRAINT "account_corrections_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_corrections" ADD CONSTRAINT "account_corrections_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_holds" ADD CONSTRAINT "account_holds_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_holds" ADD CONSTRAINT "account_holds_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_holds" ADD CONSTRAINT "account_holds_ended_by_staff_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_complaint_id_complaints_id_fk" FOREIGN KEY ("complaint_id") REFERENCES "public"."complaints"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailing_items" ADD CONSTRAINT "mailing_items_mailing_id_mailings_id_fk" FOREIGN KEY ("mailing_id") REFERENCES "public"."mailings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailing_items" ADD CONSTRAINT "mailing_items_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailings" ADD CONSTRAINT "mailings_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailings" ADD CONSTRAINT "mailings_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exercise_texts" ADD CONSTRAINT "exercise_texts_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exercise_texts" ADD CONSTRAINT "exercise_texts_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exercise_changes" ADD CONSTRAINT "exercise_changes_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exercise_proposals" ADD CONSTRAINT "exercise_proposals_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_lines" ADD CONSTRAINT "import_lines_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "interview_slots" ADD CONSTRAINT "interview_slots_seat" FOREIGN KEY ("seat_id","sitting_id") REFERENCES "public"."seats"("id","sitting_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "interview_slots" ADD CONSTRAINT "interview_slots_panel" FOREIGN KEY ("panel_id","sitting_id") REFERENCES "public"."panels"("id","sitting_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "panel_members" ADD CONSTRAINT "panel_members_panel_id_panels_id_fk" FOREIGN KEY ("panel_id") REFERENCES "public"."panels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "panel_members" ADD CONSTRAINT "panel_members_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "panels" ADD CONSTRAINT "panels_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "panels" ADD CONSTRAINT "panels_sitting" FOREIGN KEY ("sitting_id","kind") REFERENCES "public"."sittings"("id","kind") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "score_sheets" ADD CONSTRAINT "score_sheets_slot" FOREIGN KEY ("seat_id","panel_id") REFERENCES "public"."interview_slots"("seat_id","panel_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "score_sheets" ADD CONSTRAINT "score_sheets_member" FOREIGN KEY ("panel_id","staff_id") REFERENCES "public"."panel_members"("panel_id","staff_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "money_case_events" ADD CONSTRAINT "money_case_events_case_id_money_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."money_cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "money_case_events" ADD CONSTRAINT "money_case_events_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "money_cases" ADD CONSTRAINT "money_cases_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "money_cases" ADD CONSTRAINT "money_cases_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "money_cases" ADD CONSTRAINT "money_cases_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "money_cases" ADD CONSTRAINT "money_cases_proposed_by_staff_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "money_cases" ADD CONSTRAINT "money_cases_approved_by_staff_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "money_cases" ADD CONSTRAINT "money_cases_settlement_line" FOREIGN KEY ("line_id") REFERENCES "public"."settlement_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nin_verifications" ADD CONSTRAINT "nin_verifications_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nin_verifications" ADD CONSTRAINT "nin_verifications_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result_entries" ADD CONSTRAINT "result_entries_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result_entries" ADD CONSTRAINT "result_entries_seat_id_seats_id_fk" FOREIGN KEY ("seat_id") REFERENCES "public"."seats"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result_entries" ADD CONSTRAINT "result_entries_entered_by_staff_id_fk" FOREIGN KEY ("entered_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "results" ADD CONSTRAINT "results_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "results" ADD CONSTRAINT "results_seat_id_seats_id_fk" FOREIGN KEY ("seat_id") REFERENCES "public"."seats"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "results" ADD CONSTRAINT "results_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "results" ADD CONSTRAINT "results_entered_by_staff_id_fk" FOREIGN KEY ("entered_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "results" ADD CONSTRAINT "results_confirmed_by_staff_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "results" ADD CONSTRAINT "results_of_entry" FOREIGN KEY ("entry_id","application_id","kind","score","maximum","entered_by") REFERENCES "public"."result_entries"("id","application_id","kind","score","maximum","entered_by") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result_entries_taken_back" ADD CONSTRAINT "result_entries_taken_back_entry_id_result_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."result_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "selection_items" ADD CONSTRAINT "selection_items_selection_id_selections_id_fk" FOREIGN KEY ("selection_id") REFERENCES "public"."selections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "selection_items" ADD CONSTRAINT "selection_items_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "selections" ADD CONSTRAINT "selections_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "selections" ADD CONSTRAINT "selections_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closed_days" ADD CONSTRAINT "closed_days_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closed_days" ADD CONSTRAINT "closed_days_closed_by_staff_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_lines" ADD CONSTRAINT "settlement_lines_settlement_id_settlements_id_fk" FOREIGN KEY ("settlement_id") REFERENCES "public"."settlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_lines" ADD CONSTRAINT "settlement_lines_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_lines" ADD CONSTRAINT "settlement_lines_same_as" FOREIGN KEY ("same_as_id") REFERENCES "public"."settlement_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_lines" ADD CONSTRAINT "settlement_lines_repeats_line" FOREIGN KEY ("repeats_id") REFERENCES "public"."settlement_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seating_runs" ADD CONSTRAINT "seating_runs_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seating_runs" ADD CONSTRAINT "seating_runs_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seats" ADD CONSTRAINT "seats_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seats" ADD CONSTRAINT "seats_run_id_seating_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."seating_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seats" ADD CONSTRAINT "seats_sitting" FOREIGN KEY ("sitting_id","kind") REFERENCES "public"."sittings"("id","kind") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sittings" ADD CONSTRAINT "sittings_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sittings" ADD CONSTRAINT "sittings_moved_from_sittings_id_fk" FOREIGN KEY ("moved_from") REFERENCES "public"."sittings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sittings" ADD CONSTRAINT "sittings_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sittings" ADD CONSTRAINT "sittings_venue" FOREIGN KEY ("venue_id","exercise_id") REFERENCES "public"."venues"("id","exercise_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "venues" ADD CONSTRAINT "venues_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_challenges" ADD CONSTRAINT "staff_challenges_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_links" ADD CONSTRAINT "staff_links_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_passkeys" ADD CONSTRAINT "staff_passkeys_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_proposals" ADD CONSTRAINT "staff_proposals_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_proposals" ADD CONSTRAINT "staff_proposals_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_readings" ADD CONSTRAINT "staff_readings_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_recovery_codes" ADD CONSTRAINT "staff_recovery_codes_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_roles" ADD CONSTRAINT "staff_roles_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_roles" ADD CONSTRAINT "staff_roles_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_views" ADD CONSTRAINT "staff_views_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_email" ON "accounts" USING btree ("exercise_id",lower(email));--> statement-breakpoint
CREATE INDEX "accounts_serial" ON "accounts" USING btree ("left"(user_id, 5),(split_part(user_id, '-', 2)::int)) WHERE user_id ~ '^RE[0-9]{2}-[0-9]{5,9}$';--> statement-breakpoint
CREATE INDEX "login_networks_account" ON "login_networks" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "password_resets_account" ON "password_resets" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "applicant_index_newest" ON "applicant_index" USING btree ("exercise_id","issued_at","account_id");--> statement-breakpoint
CREATE INDEX "applicant_index_by_submission" ON "applicant_index" USING btree ("exercise_id","submitted_at","account_id") WHERE submitted_at is not null;--> statement-breakpoint
CREATE INDEX "applicant_index_department_submitted" ON "applicant_index" USING btree ("exercise_id","department","submitted_at","account_id") WHERE submitted_at is not null;--> statement-breakpoint
CREATE INDEX "applicant_index_school_submitted" ON "applicant_index" USING btree ("exercise_id","school","submitted_at","account_id") WHERE submitted_at is not null;--> statement-breakpoint
CREATE INDEX "applicant_index_role_submitted" ON "applicant_index" USING btree ("exercise_id","role","submitted_at","account_id") WHERE submitted_at is not null;--> statement-breakpoint
CREATE INDEX "applicant_index_state_submitted" ON "applicant_index" USING btree ("exercise_id","state","submitted_at","account_id") WHERE submitted_at is not null;--> statement-breakpoint
CREATE INDEX "applicant_index_lga_submitted" ON "applicant_index" USING btree ("exercise_id","lga","submitted_at","account_id") WHERE submitted_at is not null;--> statement-breakpoint
CREATE INDEX "applicant_index_stage" ON "applicant_index" USING btree ("exercise_id","stage","issued_at","account_id");--> statement-breakpoint
CREATE INDEX "applicant_index_role" ON "applicant_index" USING btree ("exercise_id","role","issued_at","account_id");--> statement-breakpoint
CREATE INDEX "applicant_index_role_stage" ON "applicant_index" USING btree ("exercise_id","role","stage","issued_at","account_id");--> statement-breakpoint
CREATE INDEX "applicant_index_role_state" ON "applicant_index" USING btree ("exercise_id","role","state","gender","issued_at","account_id");--> statement-breakpoint
CREATE INDEX "applicant_index_state" ON "applicant_index" USING btree ("exercise_id","state","issued_at","account_id");--> statement-breakpoint
CREATE INDEX "applicant_index_lga" ON "applicant_index" USING btree ("exercise_id","lga","issued_at","account_id","state");--> statement-breakpoint
CREATE INDEX "applicant_index_school" ON "applicant_index" USING btree ("exercise_id","school","issued_at","account_id");--> statement-breakpoint
CREATE INDEX "applicant_index_department" ON "applicant_index" USING btree ("exercise_id","department","issued_at","account_id");--> statement-breakpoint
CREATE INDEX "applicant_index_published" ON "applicant_index" USING btree ("exercise_id","published","issued_at","account_id") WHERE published is not null;--> statement-breakpoint
CREATE INDEX "applicant_index_surname" ON "applicant_index" USING btree ("exercise_id","surname_folded","first_folded","account_id");--> statement-breakpoint
CREATE INDEX "applicant_index_first" ON "applicant_index" USING btree ("exercise_id","first_folded","surname_folded","account_id");--> statement-breakpoint
CREATE INDEX "applicant_index_user" ON "applicant_index" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "applicant_index_email" ON "applicant_index" USING btree ("email_folded");--> statement-breakpoint
CREATE INDEX "applicant_index_phone" ON "applicant_index" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "applicant_index_number" ON "applicant_index" USING btree ("number") WHERE number is not null;--> statement-breakpoint
CREATE INDEX "applicant_index_review_stage" ON "applicant_index" USING btree ("exercise_id","review_stage","submitted_at","account_id") WHERE submitted_at is not null;--> statement-breakpoint
CREATE INDEX "applicant_index_decided" ON "applicant_index" USING btree ("exercise_id","decided","submitted_at","account_id") WHERE decided is not null;--> statement-breakpoint
CREATE INDEX "applicant_index_assigned" ON "applicant_index" USING btree ("assigned_to","exercise_id","submitted_at","account_id") WHERE assigned_to is not null;--> statement-breakpoint
CREATE INDEX "applicant_index_nin_mismatch" ON "applicant_index" USING btree ("exercise_id","issued_at","account_id") WHERE 'nin_mismatch' = any(flags);--> statement-breakpoint
CREATE INDEX "applicant_index_payment_differs" ON "applicant_index" USING btree ("exercise_id","issued_at","account_id") WHERE 'payment_differs' = any(flags);--> statement-breakpoint
CREATE INDEX "applicant_index_complaint" ON "applicant_index" USING btree ("exercise_id","issued_at","account_id") WHERE 'complaint' = any(flags);--> statement-breakpoint
CREATE INDEX "applicant_index_on_hold" ON "applicant_index" USING btree ("exercise_id","issued_at","account_id") WHERE 'on_hold' = any(flags);--> statement-breakpoint
CREATE UNIQUE INDEX "applications_account" ON "applications" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "audit_log_account" ON "audit_log" USING btree ("account_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_staff" ON "audit_log" USING btree ("staff_id","at","id") WHERE staff_id is not null;--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_kind","subject_id","at","id") WHERE subject_kind is not null;--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "complaint_messages_complaint" ON "complaint_messages" USING btree ("complaint_id","id");--> statement-breakpoint
CREATE INDEX "complaints_inbox" ON "complaints" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "complaints_newest" ON "complaints" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "complaints_account" ON "complaints" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "complaints_sender" ON "complaints" USING btree ("sender","created_at","id");--> statement-breakpoint
CREATE INDEX "complaints_unanswered" ON "complaints" USING btree ("created_at","id") WHERE state in ('new', 'open');--> statement-breakpoint
CREATE UNIQUE INDEX "final_outcome_statuses_rank" ON "final_outcome_statuses" USING btree ("post_id","rank") WHERE outcome = 'reserve';--> statement-breakpoint
CREATE INDEX "final_outcome_statuses_outcome" ON "final_outcome_statuses" USING btree ("outcome_id") WHERE outcome_id is not null;--> statement-breakpoint
CREATE INDEX "final_outcome_statuses_published" ON "final_outcome_statuses" USING btree ("published_id") WHERE published_id is not null;--> statement-breakpoint
CREATE INDEX "final_outcome_statuses_selected" ON "final_outcome_statuses" USING btree ("post_id") WHERE outcome = 'selected';--> statement-breakpoint
CREATE UNIQUE INDEX "offers_one_live" ON "offers" USING btree ("application_id") WHERE state in ('offered', 'accepted');--> statement-breakpoint
CREATE INDEX "offers_post" ON "offers" USING btree ("post_id","state");--> statement-breakpoint
CREATE INDEX "offers_application" ON "offers" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "offers_offered" ON "offers" USING btree ("exercise_id","offered_at","id","application_id");--> statement-breakpoint
CREATE INDEX "offers_state_offered" ON "offers" USING btree ("exercise_id","state","offered_at","id","application_id");--> statement-breakpoint
CREATE INDEX "offers_school_offered" ON "offers" USING btree ("exercise_id","school","offered_at","id","application_id");--> statement-breakpoint
CREATE INDEX "offers_department_offered" ON "offers" USING btree ("exercise_id","department","offered_at","id","application_id");--> statement-breakpoint
CREATE INDEX "offers_role_offered" ON "offers" USING btree ("exercise_id","role","offered_at","id","application_id");--> statement-breakpoint
CREATE INDEX "offers_gender_offered" ON "offers" USING btree ("exercise_id","gender","offered_at","id","application_id");--> statement-breakpoint
CREATE INDEX "offers_home_state_offered" ON "offers" USING btree ("exercise_id","home_state","offered_at","id","application_id");--> statement-breakpoint
CREATE INDEX "offers_number" ON "offers" USING btree ("number");--> statement-breakpoint
CREATE INDEX "offers_open" ON "offers" USING btree ("until") WHERE state = 'offered';--> statement-breakpoint
CREATE UNIQUE INDEX "publication_items_published_once" ON "publication_items" USING btree ("source_table","source_id") WHERE state = 'done';--> statement-breakpoint
CREATE INDEX "publication_items_application" ON "publication_items" USING btree ("application_id","state");--> statement-breakpoint
CREATE INDEX "publication_items_to_email" ON "publication_items" USING btree ("publication_id","application_id") WHERE state = 'done' and emailed_at is null;--> statement-breakpoint
CREATE INDEX "publications_newest" ON "publications" USING btree ("exercise_id","made_at","id");--> statement-breakpoint
CREATE INDEX "application_returns_application" ON "application_returns" USING btree ("application_id","at");--> statement-breakpoint
CREATE INDEX "application_notes_application" ON "application_notes" USING btree ("application_id","id");--> statement-breakpoint
CREATE INDEX "application_statuses_assigned" ON "application_statuses" USING btree ("assigned_to","stage") WHERE assigned_to is not null;--> statement-breakpoint
CREATE INDEX "application_statuses_decision" ON "application_statuses" USING btree ("decision_id") WHERE decision_id is not null;--> statement-breakpoint
CREATE INDEX "application_statuses_second_review" ON "application_statuses" USING btree ("application_id") WHERE stage = 'screening' and review_count = 1;--> statement-breakpoint
CREATE INDEX "application_viewers_expiry" ON "application_viewers" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "decisions_application" ON "decisions" USING btree ("application_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "recusals_once" ON "recusals" USING btree ("application_id","staff_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "recusals_staff" ON "recusals" USING btree ("staff_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "reviews_staff" ON "reviews" USING btree ("staff_id","at");--> statement-breakpoint
CREATE INDEX "application_withdrawals_application" ON "application_withdrawals" USING btree ("application_id","id");--> statement-breakpoint
CREATE INDEX "account_corrections_account" ON "account_corrections" USING btree ("account_id","made_at");--> statement-breakpoint
CREATE INDEX "account_corrections_correction" ON "account_corrections" USING btree ("correction_id");--> statement-breakpoint
CREATE INDEX "account_corrections_proposed" ON "account_corrections" USING btree ("made_at") WHERE state = 'proposed';--> statement-breakpoint
CREATE UNIQUE INDEX "account_holds_once" ON "account_holds" USING btree ("account_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "emails_account" ON "emails" USING btree ("account_id","queued_at");--> statement-breakpoint
CREATE INDEX "emails_state" ON "emails" USING btree ("state","queued_at");--> statement-breakpoint
CREATE INDEX "emails_queued" ON "emails" USING btree ("queued_at","id");--> statement-breakpoint
CREATE INDEX "emails_template" ON "emails" USING btree ("template","queued_at","id");--> statement-breakpoint
CREATE INDEX "emails_staff" ON "emails" USING btree ("staff_id","queued_at","id") WHERE staff_id is not null;--> statement-breakpoint
CREATE INDEX "emails_complaint" ON "emails" USING btree ("complaint_id") WHERE complaint_id is not null;--> statement-breakpoint
CREATE INDEX "emails_publication" ON "emails" USING btree ("publication_id","state") WHERE publication_id is not null;--> statement-breakpoint
CREATE INDEX "mailing_items_waiting" ON "mailing_items" USING btree ("mailing_id","account_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "mailing_items_account" ON "mailing_items" USING btree ("account_id","at");--> statement-breakpoint
CREATE INDEX "mailings_made" ON "mailings" USING btree ("made_by","made_at");--> statement-breakpoint
CREATE INDEX "mailings_drafts" ON "mailings" USING btree ("expires_at") WHERE state = 'draft';--> statement-breakpoint
CREATE INDEX "posts_closing" ON "posts" USING btree ("exercise_id","school","role") WHERE closes_at is not null;--> statement-breakpoint
CREATE INDEX "exercise_proposals_open" ON "exercise_proposals" USING btree ("exercise_id","made_at") WHERE state = 'proposed';--> statement-breakpoint
CREATE INDEX "exercise_proposals_planned" ON "exercise_proposals" USING btree ("effective_at") WHERE state = 'planned';--> statement-breakpoint
CREATE UNIQUE INDEX "exercises_one_current" ON "exercises" USING btree ("is_current") WHERE is_current;--> statement-breakpoint
CREATE UNIQUE INDEX "data_exports_one_preparing" ON "data_exports" USING btree ("account_id") WHERE status = 'preparing';--> statement-breakpoint
CREATE INDEX "data_exports_account" ON "data_exports" USING btree ("account_id","requested_at");--> statement-breakpoint
CREATE INDEX "exports_made" ON "exports" USING btree ("made_at","id");--> statement-breakpoint
CREATE INDEX "exports_file" ON "exports" USING btree ("file_id") WHERE file_id is not null;--> statement-breakpoint
CREATE INDEX "exports_expiring" ON "exports" USING btree ("expires_at") WHERE state = 'ready';--> statement-breakpoint
CREATE UNIQUE INDEX "exports_one_at_a_time" ON "exports" USING btree ("made_by") WHERE state in ('waiting', 'making');--> statement-breakpoint
CREATE INDEX "files_account" ON "files" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "unreferenced_contents_since" ON "unreferenced_contents" USING btree ("since");--> statement-breakpoint
CREATE INDEX "import_lines_state" ON "import_lines" USING btree ("import_id","state","line");--> statement-breakpoint
CREATE INDEX "imports_made" ON "imports" USING btree ("exercise_id","kind","made_at");--> statement-breakpoint
CREATE INDEX "imports_file" ON "imports" USING btree ("file_id") WHERE file_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "imports_applied_once" ON "imports" USING btree ("exercise_id","kind","sha256") WHERE state in ('applying', 'applied') and kind not in ('cbt', 'interview');--> statement-breakpoint
CREATE INDEX "interview_slots_sitting" ON "interview_slots" USING btree ("sitting_id");--> statement-breakpoint
CREATE INDEX "panel_members_staff" ON "panel_members" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "score_sheets_panel" ON "score_sheets" USING btree ("panel_id","staff_id");--> statement-breakpoint
CREATE INDEX "money_case_events_case" ON "money_case_events" USING btree ("case_id","id");--> statement-breakpoint
CREATE INDEX "money_cases_newest" ON "money_cases" USING btree ("exercise_id","opened_at","id");--> statement-breakpoint
CREATE INDEX "money_cases_by_state" ON "money_cases" USING btree ("exercise_id","state","opened_at","id");--> statement-breakpoint
CREATE INDEX "money_cases_by_kind" ON "money_cases" USING btree ("exercise_id","kind","opened_at","id");--> statement-breakpoint
CREATE INDEX "money_cases_approved_at" ON "money_cases" USING btree ("exercise_id","approved_at","id") WHERE approved_at is not null;--> statement-breakpoint
CREATE INDEX "money_cases_account" ON "money_cases" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "money_cases_rrr" ON "money_cases" USING btree ("rrr");--> statement-breakpoint
CREATE INDEX "money_cases_payment" ON "money_cases" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "money_cases_line" ON "money_cases" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "money_cases_refunded" ON "money_cases" USING btree ("refunded_on") WHERE refunded_on is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "money_cases_payment_once" ON "money_cases" USING btree ("kind","payment_id") WHERE line_id is null and state not in ('explained', 'refunded', 'written_off');--> statement-breakpoint
CREATE UNIQUE INDEX "money_cases_line_once" ON "money_cases" USING btree ("kind","line_id") WHERE line_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "nin_once_per_exercise" ON "nin_verifications" USING btree ("exercise_id","nin_hash") WHERE outcome = 'matched';--> statement-breakpoint
CREATE UNIQUE INDEX "nin_one_per_account" ON "nin_verifications" USING btree ("account_id") WHERE outcome = 'matched';--> statement-breakpoint
CREATE INDEX "payment_events_payment" ON "payment_events" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_events_money" ON "payment_events" USING btree ("payment_id","id") WHERE kind in ('paid', 'paid_again', 'overpaid', 'underpaid');--> statement-breakpoint
CREATE INDEX "payment_events_stated" ON "payment_events" USING btree ("at") WHERE kind in ('overpaid', 'underpaid');--> statement-breakpoint
CREATE INDEX "payment_events_paid_again" ON "payment_events" USING btree ("payment_id") WHERE kind = 'paid_again';--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_open" ON "payments" USING btree ("account_id") WHERE status = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_requested" ON "payments" USING btree ("account_id") WHERE status = 'requested';--> statement-breakpoint
CREATE INDEX "payments_account" ON "payments" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "payments_newest" ON "payments" USING btree ("exercise_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_by_state" ON "payments" USING btree ("exercise_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_by_channel" ON "payments" USING btree ("exercise_id","payment_type","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_by_day" ON "payments" USING btree ("exercise_id","paid_at","id") WHERE paid_at is not null;--> statement-breakpoint
CREATE INDEX "payments_underpaid" ON "payments" USING btree ("exercise_id","created_at","id") WHERE paid_kobo > 0 and status <> 'paid';--> statement-breakpoint
CREATE INDEX "payments_overpaid" ON "payments" USING btree ("exercise_id","created_at","id") WHERE status = 'paid' and paid_kobo > fee_kobo + charge_kobo;--> statement-breakpoint
CREATE INDEX "payments_paid_at" ON "payments" USING btree ("paid_at") WHERE paid_at is not null;--> statement-breakpoint
CREATE INDEX "payments_to_check" ON "payments" USING btree ("next_check_at") WHERE next_check_at is not null;--> statement-breakpoint
CREATE INDEX "result_entries_seat" ON "result_entries" USING btree ("seat_id") WHERE seat_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "results_first" ON "results" USING btree ("application_id","kind") WHERE supersedes is null;--> statement-breakpoint
CREATE UNIQUE INDEX "results_superseded_once" ON "results" USING btree ("supersedes") WHERE supersedes is not null;--> statement-breakpoint
CREATE INDEX "results_import" ON "results" USING btree ("import_id");--> statement-breakpoint
CREATE INDEX "results_seat" ON "results" USING btree ("seat_id") WHERE seat_id is not null;--> statement-breakpoint
CREATE INDEX "results_application" ON "results" USING btree ("application_id","kind");--> statement-breakpoint
CREATE INDEX "results_score" ON "results" USING btree ("exercise_id","score","id","application_id");--> statement-breakpoint
CREATE INDEX "results_kind_score" ON "results" USING btree ("exercise_id","kind","score","id","application_id");--> statement-breakpoint
CREATE INDEX "results_school_score" ON "results" USING btree ("exercise_id","school","score","id","application_id");--> statement-breakpoint
CREATE INDEX "results_role_score" ON "results" USING btree ("exercise_id","role","score","id","application_id");--> statement-breakpoint
CREATE INDEX "results_home_state_score" ON "results" USING btree ("exercise_id","home_state","score","id","application_id");--> statement-breakpoint
CREATE INDEX "results_number" ON "results" USING btree ("number");--> statement-breakpoint
CREATE INDEX "selection_items_application" ON "selection_items" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "selections_made" ON "selections" USING btree ("made_by","made_at");--> statement-breakpoint
CREATE INDEX "selections_expiry" ON "selections" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "settlement_lines_rrr" ON "settlement_lines" USING btree ("rrr");--> statement-breakpoint
CREATE INDEX "settlement_lines_day" ON "settlement_lines" USING btree ("exercise_id","paid_on");--> statement-breakpoint
CREATE INDEX "settlement_lines_repeats" ON "settlement_lines" USING btree ("repeats_id") WHERE repeats_id is not null;--> statement-breakpoint
CREATE INDEX "settlements_exercise" ON "settlements" USING btree ("exercise_id","first_day");--> statement-breakpoint
CREATE INDEX "seating_runs_exercise" ON "seating_runs" USING btree ("exercise_id");--> statement-breakpoint
CREATE UNIQUE INDEX "seats_one_applicant" ON "seats" USING btree ("sitting_id","seat_number") WHERE released_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "seats_one_seat" ON "seats" USING btree ("application_id","kind") WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "seats_application" ON "seats" USING btree ("application_id","kind");--> statement-breakpoint
CREATE INDEX "seats_run" ON "seats" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "seats_history" ON "seats" USING btree ("sitting_id");--> statement-breakpoint
CREATE INDEX "seats_starts" ON "seats" USING btree ("exercise_id","starts_at","sitting_id","seat_number","application_id") WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "seats_kind" ON "seats" USING btree ("exercise_id","kind","starts_at","sitting_id","seat_number","application_id") WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "seats_school" ON "seats" USING btree ("exercise_id","school","starts_at","sitting_id","seat_number","application_id") WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "seats_role" ON "seats" USING btree ("exercise_id","role","starts_at","sitting_id","seat_number","application_id") WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "seats_home_state" ON "seats" USING btree ("exercise_id","home_state","starts_at","sitting_id","seat_number","application_id") WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "seats_number" ON "seats" USING btree ("number") WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "seats_attendance" ON "seats" USING btree ("exercise_id","attendance","starts_at","sitting_id","seat_number","application_id") WHERE released_at is null and not has_conflict;--> statement-breakpoint
CREATE INDEX "seats_unmarked" ON "seats" USING btree ("exercise_id","starts_at","sitting_id","seat_number","application_id") WHERE released_at is null and not has_conflict and attendance is null;--> statement-breakpoint
CREATE INDEX "seats_conflict" ON "seats" USING btree ("exercise_id","starts_at","sitting_id","seat_number","application_id") WHERE released_at is null and has_conflict;--> statement-breakpoint
CREATE UNIQUE INDEX "sittings_label" ON "sittings" USING btree ("venue_id","kind","label") WHERE state <> 'cancelled';--> statement-breakpoint
CREATE INDEX "sittings_starts" ON "sittings" USING btree ("exercise_id","starts_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_email_lower" ON "staff" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "staff_challenges_expiry" ON "staff_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "staff_links_staff" ON "staff_links" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_passkeys_staff" ON "staff_passkeys" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_recovery_codes_staff" ON "staff_recovery_codes" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_staff" ON "staff_sessions" USING btree ("staff_id");