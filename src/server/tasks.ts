// What each job does, put together from the features.

import type { AppOptions } from './app.ts'
import { sendPasswordReset } from './features/auth/passwords/password-reset.ts'
import { prune } from './features/auth/prune.ts'
import { checkPayment } from './features/payments/polling/check-payment.ts'
import { scanFile } from './features/uploads/scan-file.ts'
import { discardContents } from './features/uploads/service.ts'
import type { Tasks } from './platform/queue/worker.ts'
import { sendLetter } from './send-letter.ts'

export const tasksOf = (options: AppOptions): Tasks => ({
  send_letter: sendLetter(options),
  send_password_reset: sendPasswordReset(options),
  check_payment: checkPayment(options),
  scan_file: scanFile(options),
  prune: prune(options),
  discard_contents: discardContents(options),
})
