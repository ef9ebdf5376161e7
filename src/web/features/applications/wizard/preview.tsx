import type { User } from '#shared/api/accounts.ts'
import { renderApplicationTables } from '#shared/application/application-tables.ts'
import type { Answers } from '#shared/application/sections.ts'
import { formatFullName } from '#shared/format/names.ts'
import { useFormState } from '#web/form/state/form-context.tsx'
import { DataTable } from '#web/form/view/data-table.tsx'
import { Photos } from '../slip/photos.tsx'
import styles from './preview.module.css'

/** The application as it will be submitted and printed. */
export function Preview({ user }: { user: User }) {
  const answers = useFormState((state) => state.answers) as Answers
  return (
    <div className={styles.preview}>
      <p>Read everything once more. After you submit it, it can't be changed.</p>
      <Photos name={formatFullName(user)} ninPassport={user.ninPassport} passport={user.passport} />
      {renderApplicationTables(user, answers).map((table) => (
        <DataTable key={table.name} table={table} />
      ))}
    </div>
  )
}
