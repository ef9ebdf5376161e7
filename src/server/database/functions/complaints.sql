-- `complaints.sender` is the same for all complaints of one person, so that the inbox can group them.

-- The address of the account, else the one that was typed, else the id of the complaint.
create or replace function set_complaint_sender() returns trigger language plpgsql as $$
begin
  new.sender := coalesce(
    (select folded(email) from accounts where id = new.account_id), nullif(folded(trim(new.email)), ''), new.id::text);
  return new;
end $$;

create or replace function refresh_senders_of_account() returns trigger language plpgsql as $$
begin
  update complaints set sender = folded(new.email) where account_id = new.id;
  return null;
end $$;

create or replace trigger complaints_sender before insert or update of account_id, email on complaints
  for each row execute function set_complaint_sender();

create or replace trigger accounts_sender after update of email on accounts
  for each row when (old.email is distinct from new.email) execute function refresh_senders_of_account();
