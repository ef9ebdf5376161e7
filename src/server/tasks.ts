// The task that runs each job of the queue.
import type { AppDependencies } from './app.ts'
import { sendPasswordReset } from './features/auth/passwords/password-reset.ts'
import { prune } from './features/auth/prune.ts'
import { sendEmail } from './features/mail/send-email.ts'
import { createPaymentsService } from './features/payments/service.ts'
import { discardContents } from './features/uploads/discard-contents.ts'
import { scanFile } from './features/uploads/scan-file.ts'
import type { Metrics } from './platform/ops/metrics.ts'
import type { Tasks } from './platform/queue/worker.ts'

export const createTasks = (dependencies: AppDependencies): Tasks =>
  countFailures(dependencies.metrics, {
    send_email: sendEmail(dependencies),
    send_password_reset: sendPasswordReset(dependencies),
    check_payment: createPaymentsService(dependencies).checkPayment,
    scan_file: scanFile(dependencies),
    prune: prune(dependencies),
    discard_contents: discardContents(dependencies),
  })

/** Counts every failed attempt and rethrows, so that the queue retries the job. */
const countFailures = ({ jobFailures }: Pick<Metrics, 'jobFailures'>, tasks: Tasks): Tasks =>
  Object.fromEntries(
    Object.entries(tasks).map(([job, task]) => [
      job,
      async (payload: never, details: { id: string }) => {
        try {
          await task(payload, details)
        } catch (error) {
          jobFailures.inc({ job })
          throw error
        }
      },
    ]),
  ) as Tasks
