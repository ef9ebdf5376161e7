// The task that runs each job of the queue.
import { sendPasswordReset } from './features/auth/passwords/password-reset.ts'
import { prune } from './features/auth/prune.ts'
import { prepareDataExport } from './features/data-export/prepare-data-export.ts'
import { removeDataExports } from './features/data-export/remove-data-exports.ts'
import { pruneEmails } from './features/emails/prune-emails.ts'
import { sendEmail } from './features/emails/send-email.ts'
import { makeExport } from './features/exports/make-export.ts'
import { removeExpiredFiles } from './features/exports/remove-exports.ts'
import { applyRetention } from './features/privacy/apply-retention.ts'
import { discardAbandonedUploads } from './features/uploads/discard-abandoned.ts'
import { discardContents } from './features/uploads/discard-contents.ts'
import { scanFile } from './features/uploads/scan-file.ts'
import type { Metrics } from './platform/ops/metrics.ts'
import type { JobDetails, Tasks } from './platform/queue/worker.ts'
import type { ServiceDependencies, Services } from './services.ts'

interface TaskDependencies extends ServiceDependencies {
  services: Services
  metrics: Pick<Metrics, 'jobFailures'>
}

export function createTasks(dependencies: TaskDependencies): Tasks {
  const { database, clock, services, metrics } = dependencies
  const { mail, encryption, payments } = services
  return countFailures(metrics, {
    send_email: sendEmail({ mail, encryption }),
    send_password_reset: sendPasswordReset({ database, mail, clock }),
    check_payment: payments.checkPayment,
    scan_file: scanFile(dependencies),
    prune: runAll(
      prune(dependencies),
      services.staff.prune,
      services.selections.prune,
      services.seating.prune,
      services.mailings.prune,
      () => services.offers.lapse(),
      services.reviews.pruneViewers,
      () => pruneEmails(dependencies),
    ),
    apply_retention: runAll(applyRetention(dependencies), discardAbandonedUploads(dependencies)),
    discard_contents: discardContents(dependencies),
    prepare_data_export: prepareDataExport({ ...dependencies, encryption, slips: services.slips }),
    remove_data_exports: removeDataExports(dependencies),
    apply_import: services.imports.applyStep,
    compare_settlement: (job) => services.settlements.compare(job),
    make_export: makeExport({ ...dependencies, ...services }),
    remove_exports: removeExpiredFiles(dependencies),
    close_reading_hours: services.reading.closeHours,
    apply_exercise_change: services.exerciseChanges.applyPlanned,
    publish: services.publications.publish,
    send_mailing: services.mailings.send,
    send_publication_emails: services.publications.sendEmails,
  })
}

/** One after the other, also when one fails: it keeps no offer from lapsing, and no data from being deleted. */
const runAll =
  (...works: (() => Promise<void>)[]) =>
  async (): Promise<void> => {
    const failures: unknown[] = []
    for (const work of works) await work().catch((error: unknown) => failures.push(error))
    if (failures.length > 1) throw new AggregateError(failures, 'Several parts of the job have failed.')
    if (failures.length === 1) throw failures[0]
  }

/** Counts every failed attempt and rethrows, so that the queue retries the job. */
const countFailures = ({ jobFailures }: TaskDependencies['metrics'], tasks: Tasks): Tasks =>
  Object.fromEntries(
    Object.entries(tasks).map(([job, task]) => [
      job,
      async (payload: never, details: JobDetails) => {
        try {
          await task(payload, details)
        } catch (error) {
          jobFailures.inc({ job })
          throw error
        }
      },
    ]),
  ) as Tasks
