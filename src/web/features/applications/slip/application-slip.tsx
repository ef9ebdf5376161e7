import type { Application } from '#shared/api/applications.ts'
import { longDate, longDateTime } from '#shared/format/dates.ts'
import { fullName } from '#shared/format/names.ts'
import { sealOf } from '#web/entities/application/verification-code.ts'
import { recruitmentTitle, useExercise } from '#web/entities/exercise/exercise.ts'
import { DataTable } from '#web/form/view/data-table.tsx'
import { PaperHead } from '#web/ui/print/print-header.tsx'
import { SlipSeal } from '#web/ui/print/verification-code.tsx'
import styles from './application-slip.module.css'
import { Photos } from './photos.tsx'

/** One's application with its tables as they stood on the day it was sent, so that an old slip never changes. */
export function ApplicationSlip({ application }: { application: Application }) {
  const exercise = useExercise()
  const title = recruitmentTitle(exercise)
  const { applicationId, submittedAt, ninPassport, passport, shown, slipCode } = application
  return (
    <article className={styles.slip}>
      <PaperHead institution={exercise.institution} title={title} document="Application slip" />
      <div className={styles.top}>
        <div className={styles.who}>
          <p className={styles.institution}>{exercise.institution}</p>
          <h2>{title}</h2>
          <p className={styles.name}>{fullName(application)}</p>
          <p>
            Application ID <strong className={styles.number}>{applicationId}</strong>
          </p>
          <p>Submitted on {longDate(submittedAt)}</p>
        </div>
        <Photos name={fullName(application)} ninPassport={ninPassport} passport={passport} />
      </div>
      {shown.map((table) => (
        <DataTable key={table.name} table={table} />
      ))}
      <SlipSeal {...sealOf(slipCode)} />
      <p className={styles.foot}>
        {exercise.institution}, {title}. Application ID {applicationId}. Printed {longDateTime(new Date())}.
      </p>
    </article>
  )
}
