import type { Answers } from '#shared/application/sections.ts'
import { shownTables } from '#shared/application/shown.ts'
import type { User } from '#shared/contracts/accounts.ts'
import { fullName } from '#shared/words/names.ts'
import { DataTable } from '#web/form/data-table.tsx'
import { useFormPart } from '#web/form/form-context.tsx'
import { Photos } from './photos.tsx'
import styles from './preview.module.css'

/** The application as it will be sent and printed. */
export function Preview({ user }: { user: User }) {
  const answers = useFormPart((state) => state.answers) as Answers
  return (
    <div className={styles.preview}>
      <p>Read everything once more. After you submit it, it can't be changed.</p>
      <Photos name={fullName(user)} ninPassport={user.ninPassport} passport={user.passport} />
      {shownTables(user, answers).map((table) => (
        <DataTable key={table.name} table={table} />
      ))}
    </div>
  )
}
