import type { Application } from '#shared/api/applications.ts'
import { formatDate, formatDateTime } from '#shared/format/dates.ts'
import { formatFullName } from '#shared/format/names.ts'
import { formatRecruitmentTitle } from '#shared/slips/slip-content.ts'
import { buildVerificationCode } from '#web/entities/application/verification-code.ts'
import { useOwnExercise } from '#web/entities/exercise/own-exercise.ts'
import { DataTable } from '#web/form/view/data-table.tsx'
import { PrintHeader } from '#web/ui/print/print-header.tsx'
import { VerificationCode } from '#web/ui/print/verification-code.tsx'
import styles from './application-slip.module.css'
import { Photos } from './photos.tsx'

/** The tables are those of the day of submission, so that an old slip never changes. */
export function ApplicationSlip({ application }: { application: Application }) {
  const exercise = useOwnExercise()
  const title = formatRecruitmentTitle(exercise)
  const { applicationId, submittedAt, ninPassport, passport, slipCode } = application
  return (
    <article className={styles.slip}>
      <PrintHeader institution={exercise.institution} title={title} document="Application slip" />
      <div className={styles.top}>
        <div className={styles.who}>
          <p className={styles.institution}>{exercise.institution}</p>
          <h2>{title}</h2>
          <p className={styles.name}>{formatFullName(application)}</p>
          <p>
            Application ID <strong className={styles.number}>{applicationId}</strong>
          </p>
          <p>Submitted on {formatDate(submittedAt)}</p>
        </div>
        <Photos name={formatFullName(application)} ninPassport={ninPassport} passport={passport} />
      </div>
      {application.shown.map((table) => (
        <DataTable key={table.name} table={table} />
      ))}
      <VerificationCode {...buildVerificationCode(slipCode)} />
      <p className={styles.foot}>
        {exercise.institution}, {title}. Application ID {applicationId}. Printed {formatDateTime(new Date())}.
      </p>
    </article>
  )
}
