-- Limits of what an account may upload.

-- Whether so many bytes more are within what an account may upload in all. Uploads of one account take turns here, until
-- the transaction that asks has ended. Each statement of a volatile function sees what was committed before that statement
-- began: the sum holds what the upload before has added, which a single statement that locks and adds up would not see.
create or replace function uploads_fit(account uuid, bytes integer, most_files integer, most_bytes bigint) returns boolean
language plpgsql volatile as $$
begin
  perform from accounts where id = account for no key update;
  return (
    select count(*) < most_files and coalesce(sum(size), 0) + bytes <= most_bytes
    from files where account_id = account and kind = 'upload'
  );
end $$;
