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
	"flags" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "background_work" (
	"name" text PRIMARY KEY NOT NULL,
	"position" uuid,
	"finished_at" timestamp with time zone
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
CREATE TABLE "account_corrections" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"correction_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"column" text NOT NULL,
	"old_encrypted" "bytea" NOT NULL,
	"new_encrypted" "bytea" NOT NULL,
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
CREATE TABLE "emails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"template" text NOT NULL,
	"account_id" uuid,
	"staff_id" uuid,
	"address_encrypted" "bytea",
	"data_encrypted" "bytea",
	"state" text DEFAULT 'queued' NOT NULL,
	"message_id" text,
	"job_id" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"queued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"complaint_id" uuid,
	"publication_id" uuid,
	"resent_by" uuid,
	CONSTRAINT "emails_state" CHECK ("emails"."state" in ('queued', 'sent', 'refused', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "exercise_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"exercise_id" integer NOT NULL,
	"version" integer NOT NULL,
	"before" jsonb,
	"after" jsonb NOT NULL,
	"made_by" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "staff_challenges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"staff_id" uuid,
	"value" "bytea" NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "staff_challenges_value" UNIQUE("value")
);
--> statement-breakpoint
CREATE TABLE "staff_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"staff_id" uuid NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"totp_encrypted" "bytea",
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "staff_links_code" UNIQUE("code_hash"),
	CONSTRAINT "staff_links_kind" CHECK ("staff_links"."kind" in ('invite', 'reset'))
);
--> statement-breakpoint
CREATE TABLE "staff_passkeys" (
	"credential_id" "bytea" PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint DEFAULT 0 NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"backed_up" boolean DEFAULT false NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone
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
	CONSTRAINT "staff_roles_name" CHECK ("staff_roles"."role" in ('registry', 'reviewer', 'chair', 'exam', 'bursar', 'helpdesk', 'admin', 'dpo', 'auditor')),
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
	CONSTRAINT "staff_sessions_token" UNIQUE("token_hash")
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
ALTER TABLE "files" DROP CONSTRAINT "files_kind";--> statement-breakpoint
ALTER TABLE "staff" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "staff" ALTER COLUMN "role" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ALTER COLUMN "account_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "import_line_id" uuid;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "status" text DEFAULT 'invited' NOT NULL;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "totp_encrypted" "bytea";--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "totp_last_step" bigint;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "suspended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "last_seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "staff_id" uuid;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "staff_session_id" uuid;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "subject_kind" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "subject_id" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "exercise_id" integer;--> statement-breakpoint
ALTER TABLE "complaints" ADD COLUMN "account_id" uuid;--> statement-breakpoint
ALTER TABLE "complaints" ADD COLUMN "category" text;--> statement-breakpoint
ALTER TABLE "complaints" ADD COLUMN "state" text DEFAULT 'new' NOT NULL;--> statement-breakpoint
ALTER TABLE "complaints" ADD COLUMN "assigned_to" uuid;--> statement-breakpoint
ALTER TABLE "complaints" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "complaints" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "exercises" ADD COLUMN "is_current" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "exercises" ADD COLUMN "opens_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "exercises" ADD COLUMN "archived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "exercises" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "applicant_index" ADD CONSTRAINT "applicant_index_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaint_messages" ADD CONSTRAINT "complaint_messages_complaint_id_complaints_id_fk" FOREIGN KEY ("complaint_id") REFERENCES "public"."complaints"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaint_messages" ADD CONSTRAINT "complaint_messages_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_corrections" ADD CONSTRAINT "account_corrections_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_corrections" ADD CONSTRAINT "account_corrections_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_complaint_id_complaints_id_fk" FOREIGN KEY ("complaint_id") REFERENCES "public"."complaints"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exercise_changes" ADD CONSTRAINT "exercise_changes_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_lines" ADD CONSTRAINT "import_lines_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_challenges" ADD CONSTRAINT "staff_challenges_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_links" ADD CONSTRAINT "staff_links_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_passkeys" ADD CONSTRAINT "staff_passkeys_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_proposals" ADD CONSTRAINT "staff_proposals_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_proposals" ADD CONSTRAINT "staff_proposals_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_recovery_codes" ADD CONSTRAINT "staff_recovery_codes_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_roles" ADD CONSTRAINT "staff_roles_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_roles" ADD CONSTRAINT "staff_roles_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_views" ADD CONSTRAINT "staff_views_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "applicant_index_newest" ON "applicant_index" USING btree ("exercise_id","issued_at","account_id");--> statement-breakpoint
CREATE INDEX "applicant_index_submitted" ON "applicant_index" USING btree ("exercise_id","submitted_at" DESC NULLS LAST,"account_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "applicant_index_stage" ON "applicant_index" USING btree ("exercise_id","stage","issued_at","account_id");--> statement-breakpoint
CREATE INDEX "applicant_index_role" ON "applicant_index" USING btree ("exercise_id","role","issued_at","account_id");--> statement-breakpoint
CREATE INDEX "applicant_index_role_state" ON "applicant_index" USING btree ("exercise_id","role","state","gender","issued_at","account_id");--> statement-breakpoint
CREATE INDEX "applicant_index_state" ON "applicant_index" USING btree ("exercise_id","state","lga","issued_at","account_id");--> statement-breakpoint
CREATE INDEX "applicant_index_surname" ON "applicant_index" USING btree ("exercise_id","surname_folded","first_folded","account_id");--> statement-breakpoint
CREATE INDEX "applicant_index_first" ON "applicant_index" USING btree ("exercise_id","first_folded","surname_folded","account_id");--> statement-breakpoint
CREATE INDEX "applicant_index_user" ON "applicant_index" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "applicant_index_email" ON "applicant_index" USING btree ("email_folded");--> statement-breakpoint
CREATE INDEX "applicant_index_phone" ON "applicant_index" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "applicant_index_number" ON "applicant_index" USING btree ("number") WHERE number is not null;--> statement-breakpoint
CREATE INDEX "applicant_index_flagged" ON "applicant_index" USING btree ("exercise_id","issued_at","account_id") WHERE flags <> '{}';--> statement-breakpoint
CREATE INDEX "complaint_messages_complaint" ON "complaint_messages" USING btree ("complaint_id","id");--> statement-breakpoint
CREATE INDEX "account_corrections_account" ON "account_corrections" USING btree ("account_id","made_at");--> statement-breakpoint
CREATE INDEX "account_corrections_correction" ON "account_corrections" USING btree ("correction_id");--> statement-breakpoint
CREATE INDEX "account_corrections_proposed" ON "account_corrections" USING btree ("made_at") WHERE state = 'proposed';--> statement-breakpoint
CREATE INDEX "emails_account" ON "emails" USING btree ("account_id","queued_at");--> statement-breakpoint
CREATE INDEX "emails_state" ON "emails" USING btree ("state","queued_at");--> statement-breakpoint
CREATE INDEX "emails_queued" ON "emails" USING btree ("queued_at","id");--> statement-breakpoint
CREATE INDEX "emails_complaint" ON "emails" USING btree ("complaint_id") WHERE complaint_id is not null;--> statement-breakpoint
CREATE INDEX "import_lines_state" ON "import_lines" USING btree ("import_id","state","line");--> statement-breakpoint
CREATE INDEX "imports_made" ON "imports" USING btree ("exercise_id","kind","made_at");--> statement-breakpoint
CREATE UNIQUE INDEX "imports_applied_once" ON "imports" USING btree ("exercise_id","kind","sha256") WHERE state in ('applying', 'applied');--> statement-breakpoint
CREATE INDEX "staff_challenges_expiry" ON "staff_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "staff_links_staff" ON "staff_links" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_passkeys_staff" ON "staff_passkeys" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_recovery_codes_staff" ON "staff_recovery_codes" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_staff" ON "staff_sessions" USING btree ("staff_id");--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_assigned_to_staff_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_email_lower" ON "staff" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "audit_log_staff" ON "audit_log" USING btree ("staff_id","id") WHERE staff_id is not null;--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_kind","subject_id","id") WHERE subject_kind is not null;--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING brin ("at");--> statement-breakpoint
CREATE INDEX "complaints_inbox" ON "complaints" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "complaints_newest" ON "complaints" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "complaints_account" ON "complaints" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "exercises_one_current" ON "exercises" USING btree ("is_current") WHERE is_current;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_import_line" UNIQUE("import_line_id");--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_status" CHECK ("staff"."status" in ('invited', 'active', 'suspended', 'left'));--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_state" CHECK ("complaints"."state" in ('new', 'open', 'answered', 'closed', 'junk'));--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_owner" CHECK (("files"."account_id" is not null) = ("files"."kind" in ('upload', 'nin_photo')));--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_kind" CHECK ("files"."kind" in ('upload', 'nin_photo', 'import', 'export', 'pack'));--> statement-breakpoint
UPDATE "exercises" SET "is_current" = true WHERE "year" = (SELECT max("year") FROM "exercises");--> statement-breakpoint
UPDATE "complaints" SET "account_id" = "accounts"."id" FROM "accounts" WHERE "accounts"."user_id" = upper(trim("complaints"."user_id"));--> statement-breakpoint
create trigger complaint_messages_append_only before update or delete or truncate on complaint_messages
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger exercise_changes_append_only before update or delete or truncate on exercise_changes
  for each statement execute function refuse_change();
--> statement-breakpoint
-- Lower case without accents, so that Oládípò is found as oladipo.
create function folded(name text) returns text language sql immutable strict parallel safe as $$
  select lower(regexp_replace(normalize(name, NFD), '[\u0300-\u036f]', '', 'g'))
$$;
--> statement-breakpoint
-- The row of an account as its sources have it now.
create function applicant_index_row(account uuid) returns applicant_index language sql stable as $$
  select row(
    a.id, a.exercise_id, a.user_id, concat_ws(' ', a.surname, a.first_name, nullif(a.middle_name, '')),
    folded(a.surname), folded(a.first_name), folded(a.email), a.phone, a.gender, a.state, a.lga, a.school, a.department, a.role,
    case
      when s.submitted_at is not null then 'submitted'
      when paid and identified then 'identified'
      when paid then 'paid'
      when not a.must_change_password then 'entered'
      else 'issued'
    end,
    paid, identified, s.number, a.created_at, s.submitted_at, nullif(s.decision, 'pending'),
    array_remove(array[
      case when not identified and exists (
        select from nin_verifications n where n.account_id = a.id and n.outcome = 'mismatch') then 'nin_mismatch' end,
      case when exists (
        select from payment_events e join payments p on p.id = e.payment_id
        where p.account_id = a.id and e.kind in ('paid_again', 'overpaid', 'underpaid')) then 'payment_differs' end,
      case when exists (
        select from complaints c where c.account_id = a.id and c.state in ('new', 'open')) then 'complaint' end
    ], null)
  )::applicant_index
  from accounts a
  left join applications s on s.account_id = a.id
  cross join lateral (select
    exists (select from payments p where p.account_id = a.id and p.status = 'paid') as paid,
    exists (select from nin_verifications n where n.account_id = a.id and n.outcome = 'matched') as identified) as facts
  where a.id = account
$$;
--> statement-breakpoint
-- Refreshes of one account take turns. Each statement of a volatile function sees what was committed before that
-- statement began, so the row is computed from what the transaction before has written.
create function refresh_applicant_index(account uuid) returns void language plpgsql volatile as $$
begin
  perform from applicant_index where account_id = account for update;
  if not found then
    perform from accounts where id = account for no key update;
  end if;
  insert into applicant_index as stored select fresh.* from applicant_index_row(account) as fresh where fresh.account_id is not null
  on conflict (account_id) do update set
    exercise_id = excluded.exercise_id, user_id = excluded.user_id, name = excluded.name,
    surname_folded = excluded.surname_folded, first_folded = excluded.first_folded, email_folded = excluded.email_folded,
    phone = excluded.phone, gender = excluded.gender, state = excluded.state, lga = excluded.lga, school = excluded.school,
    department = excluded.department, role = excluded.role, stage = excluded.stage, is_paid = excluded.is_paid,
    is_identified = excluded.is_identified, number = excluded.number, submitted_at = excluded.submitted_at,
    published = excluded.published, flags = excluded.flags
  where stored is distinct from excluded;
end $$;
--> statement-breakpoint
create function refresh_own_applicant_index() returns trigger language plpgsql as $$
begin
  perform refresh_applicant_index(new.id);
  return null;
end $$;
--> statement-breakpoint
create function refresh_owners_applicant_index() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.account_id is not null then
    perform refresh_applicant_index(old.account_id);
  end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and new.account_id is distinct from old.account_id then
    if new.account_id is not null then
      perform refresh_applicant_index(new.account_id);
    end if;
  end if;
  return null;
end $$;
--> statement-breakpoint
create function refresh_payers_applicant_index() returns trigger language plpgsql as $$
begin
  perform refresh_applicant_index(account_id) from payments where id = new.payment_id;
  return null;
end $$;
--> statement-breakpoint
create trigger accounts_index after insert or update of exercise_id, user_id, must_change_password, surname, first_name,
    middle_name, email, phone, gender, state, lga, school, department, role on accounts
  for each row execute function refresh_own_applicant_index();
--> statement-breakpoint
create trigger payments_index_insert after insert on payments
  for each row when (new.status = 'paid') execute function refresh_owners_applicant_index();
--> statement-breakpoint
create trigger payments_index_update after update of status on payments
  for each row when ((old.status = 'paid') <> (new.status = 'paid')) execute function refresh_owners_applicant_index();
--> statement-breakpoint
create trigger payment_events_index after insert on payment_events
  for each row when (new.kind in ('paid_again', 'overpaid', 'underpaid')) execute function refresh_payers_applicant_index();
--> statement-breakpoint
create trigger nin_verifications_index_insert after insert on nin_verifications
  for each row when (new.outcome in ('matched', 'mismatch')) execute function refresh_owners_applicant_index();
--> statement-breakpoint
create trigger nin_verifications_index_update after update of outcome on nin_verifications
  for each row when (old.outcome <> new.outcome) execute function refresh_owners_applicant_index();
--> statement-breakpoint
create trigger nin_verifications_index_delete after delete on nin_verifications
  for each row when (old.outcome in ('matched', 'mismatch')) execute function refresh_owners_applicant_index();
--> statement-breakpoint
create trigger applications_index_insert after insert or delete on applications
  for each row execute function refresh_owners_applicant_index();
--> statement-breakpoint
create trigger applications_index_update after update of number, submitted_at, decision on applications
  for each row execute function refresh_owners_applicant_index();
--> statement-breakpoint
create trigger complaints_index after insert or update of account_id, state or delete on complaints
  for each row execute function refresh_owners_applicant_index();
--> statement-breakpoint
-- Accounts that were issued before are added by a job: one statement for a million of them would hold up the update.
insert into background_work (name) values ('fill_applicant_index');
--> statement-breakpoint
create function keep_admin_and_dpo_apart() returns trigger language plpgsql as $$
begin
  perform from staff where id = new.staff_id for no key update;
  if new.role in ('admin', 'dpo') and exists (
    select from staff_roles where staff_id = new.staff_id and role in ('admin', 'dpo') and role <> new.role) then
    raise exception 'admin and dpo exclude each other' using errcode = 'check_violation', constraint = 'staff_roles_apart';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger staff_roles_apart before insert or update on staff_roles
  for each row execute function keep_admin_and_dpo_apart();
--> statement-breakpoint
-- Checked at the end of the transaction, so that roles can be replaced in one.
create function require_an_admin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('staff administrators'));
  if not exists (
    select from staff s join staff_roles r on r.staff_id = s.id where s.status = 'active' and r.role = 'admin') then
    raise exception 'the last active administrator must stay' using errcode = 'check_violation', constraint = 'staff_last_admin';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger staff_last_admin after update of status on staff deferrable initially deferred
  for each row when (old.status = 'active' and new.status <> 'active') execute function require_an_admin();
--> statement-breakpoint
create constraint trigger staff_roles_last_admin after delete on staff_roles deferrable initially deferred
  for each row when (old.role = 'admin') execute function require_an_admin();
