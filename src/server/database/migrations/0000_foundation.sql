CREATE SEQUENCE "public"."application_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_user_id" UNIQUE("user_id"),
	CONSTRAINT "accounts_gender" CHECK ("accounts"."gender" in ('m', 'f')),
	CONSTRAINT "accounts_money" CHECK ("accounts"."fee_kobo" >= 0 and "accounts"."charge_kobo" >= 0)
);
--> statement-breakpoint
CREATE TABLE "applications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"exercise_id" integer NOT NULL,
	"account_id" uuid NOT NULL,
	"number" text NOT NULL,
	"answers" jsonb NOT NULL,
	"shown" jsonb NOT NULL,
	"answers_digest" "bytea" NOT NULL,
	"photo_file_id" uuid,
	"nin_photo_file_id" uuid,
	"decision" text DEFAULT 'pending' NOT NULL,
	"rejection_reasons" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"cbt_result" jsonb,
	"interview_result" jsonb,
	"submitted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"home_state" text GENERATED ALWAYS AS (answers #>> '{homeAddress,state}') STORED,
	CONSTRAINT "applications_number" UNIQUE("number"),
	CONSTRAINT "applications_one_per_account" UNIQUE("exercise_id","account_id"),
	CONSTRAINT "applications_decision" CHECK ("applications"."decision" in ('pending', 'verified', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"account_id" uuid,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "complaints" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text,
	"full_name" text,
	"email" text,
	"complaint" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"document" jsonb NOT NULL,
	"revision" integer NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "exercises_year" UNIQUE("year"),
	CONSTRAINT "exercises_status" CHECK ("exercises"."status" in ('open', 'closed')),
	CONSTRAINT "exercises_money" CHECK ("exercises"."fee_kobo" >= 0 and "exercises"."charge_kobo" >= 0)
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "files_kind" CHECK ("files"."kind" in ('upload', 'nin_photo'))
);
--> statement-breakpoint
CREATE TABLE "nin_verifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"exercise_id" integer NOT NULL,
	"account_id" uuid NOT NULL,
	"nin_hash" "bytea" NOT NULL,
	"nin_sealed" "bytea" NOT NULL,
	"outcome" text NOT NULL,
	"record_sealed" "bytea",
	"photo_file_id" uuid,
	"consent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "nin_asked_once" UNIQUE("account_id","nin_hash"),
	CONSTRAINT "nin_verifications_outcome" CHECK ("nin_verifications"."outcome" in ('matched', 'mismatch', 'not_found'))
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
	"order_id" text NOT NULL,
	"rrr" text,
	"fee_kobo" bigint NOT NULL,
	"charge_kobo" bigint NOT NULL,
	"status" text NOT NULL,
	"paid_kobo" bigint,
	"paid_at" timestamp with time zone,
	"payment_type" text DEFAULT '' NOT NULL,
	"checks" integer DEFAULT 0 NOT NULL,
	"checked_at" timestamp with time zone,
	"next_check_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_order" UNIQUE("order_id"),
	CONSTRAINT "payments_rrr_once" UNIQUE("rrr"),
	CONSTRAINT "payments_status" CHECK ("payments"."status" in ('requested', 'open', 'superseded', 'expired', 'paid')),
	CONSTRAINT "payments_rrr" CHECK ("payments"."status" = 'requested' or "payments"."rrr" ~ '^[0-9]{12}$'),
	CONSTRAINT "payments_paid" CHECK (("payments"."status" = 'paid') = ("payments"."paid_at" is not null) and ("payments"."status" <> 'paid' or "payments"."paid_kobo" >= "payments"."fee_kobo" + "payments"."charge_kobo"))
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
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
CREATE TABLE "staff" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_email" UNIQUE("email")
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nin_verifications" ADD CONSTRAINT "nin_verifications_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nin_verifications" ADD CONSTRAINT "nin_verifications_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "applications_account" ON "applications" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "audit_log_account" ON "audit_log" USING btree ("account_id","at");--> statement-breakpoint
CREATE INDEX "files_account" ON "files" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "nin_once_per_exercise" ON "nin_verifications" USING btree ("exercise_id","nin_hash") WHERE outcome = 'matched';--> statement-breakpoint
CREATE UNIQUE INDEX "nin_one_per_account" ON "nin_verifications" USING btree ("account_id") WHERE outcome = 'matched';--> statement-breakpoint
CREATE INDEX "password_resets_account" ON "password_resets" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "payment_events_payment" ON "payment_events" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_open" ON "payments" USING btree ("account_id") WHERE status in ('requested', 'open');--> statement-breakpoint
CREATE INDEX "payments_account" ON "payments" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "payments_to_check" ON "payments" USING btree ("next_check_at") WHERE next_check_at is not null;--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account_id");