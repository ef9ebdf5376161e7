-- A new application decides four columns of its applicant's row. To compute the whole row again from nine tables takes an
-- eighth of all that a submission costs the database. An account that the index does not have yet is added whole.
create function add_application_to_applicant_index() returns trigger language plpgsql as $$
begin
  update applicant_index set
    stage = 'submitted', number = new.number, submitted_at = new.submitted_at, published = nullif(new.decision, 'pending')
  where account_id = new.account_id;
  if not found then
    perform refresh_applicant_index(new.account_id);
  end if;
  return null;
end $$;
--> statement-breakpoint
drop trigger applications_index_insert on applications;
--> statement-breakpoint
create trigger applications_index_insert after insert on applications
  for each row execute function add_application_to_applicant_index();
--> statement-breakpoint
create trigger applications_index_delete after delete on applications
  for each row execute function refresh_owners_applicant_index();
