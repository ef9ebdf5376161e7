import { buildVerificationCode } from '#applicant/entities/application/verification-code.ts'
import { useOwnExercise } from '#applicant/entities/exercise/own-exercise.ts'
import { RegistryContactFacts } from '#applicant/entities/exercise/registry-contact.tsx'
import { PrintHeader } from '#applicant/entities/slip/print-header.tsx'
import { PrintMoment } from '#applicant/entities/slip/print-moment.tsx'
import { VerificationCode } from '#applicant/entities/slip/verification-code.tsx'
import { DataTable } from '#kit/ui/layout/data-table.tsx'
import type { User } from '#shared/api/applicant/accounts.ts'
import type { ApplicationSnapshot } from '#shared/api/applicant/applications.ts'
import { formatFullName, formatRecruitmentTitle } from '#shared/format/names.ts'
import {
  applicationIdLabel,
  type ExamKind,
  examTitles,
  formatSubmission,
  formatWithdrawal,
  getExamFacts,
} from '#shared/slips/application-slip.ts'
import { formatSlipFoot, slipNames } from '#shared/slips/slip-content.ts'
import styles from './application-slip.module.css'
import { Photos } from './photos.tsx'

interface Props {
  application: ApplicationSnapshot
  exam: Pick<User, 'examDate' | 'examTime' | 'examVenue'>
  examKind: ExamKind
}

/** The tables are those of the day of submission, so that an old slip never changes. */
export function ApplicationSlip({ application, exam, examKind }: Props) {
  const exercise = useOwnExercise()
  const title = formatRecruitmentTitle(exercise)
  const { applicationId, submittedAt, withdrawnAt, ninPassport, passport, slipCode } = application
  return (
    <article className={styles.slip}>
      <div className={styles.content}>
        <PrintHeader institution={exercise.institution} title={title} document={slipNames.application} />
        <div className={styles.top}>
          <div className={styles.who}>
            <p className={styles.institution}>{exercise.institution}</p>
            <h2>{title}</h2>
            <p className={styles.name}>{formatFullName(application)}</p>
            <p>
              {applicationIdLabel} <strong className={styles.number}>{applicationId}</strong>
            </p>
            <p>{formatSubmission(submittedAt)}</p>
            {withdrawnAt ? (
              <p>
                <strong>{formatWithdrawal(withdrawnAt)}</strong>
              </p>
            ) : (
              <ExamFacts exam={exam} examKind={examKind} />
            )}
          </div>
          <Photos name={formatFullName(application)} ninPassport={ninPassport} passport={passport} />
        </div>
        {application.shown.map((table) => (
          <DataTable key={table.name} table={table} />
        ))}
        <RegistryContactFacts contact={exercise.contact} />
      </div>
      <div className={styles.foot}>
        <VerificationCode {...buildVerificationCode(slipCode)} />
        <p className={styles.printed}>
          {formatSlipFoot(exercise, applicationIdLabel, applicationId)} <PrintMoment />
        </p>
      </div>
    </article>
  )
}

function ExamFacts({ exam, examKind }: Pick<Props, 'exam' | 'examKind'>) {
  const facts = getExamFacts(exam, examKind)
  if (facts.length === 0) return null
  return (
    <section className={styles.exam} aria-label={examTitles[examKind]}>
      <dl>
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
