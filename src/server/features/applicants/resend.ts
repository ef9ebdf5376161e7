// Sends an email of an applicant again.

import { AppError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import { isOvertaken } from '#server/domain/overtaken-emails.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { hashPassword } from '#server/platform/encryption/password-hashing.ts'
import { decryptOrLog } from '#server/platform/encryption/unreadable-values.ts'
import { enqueue, type Jobs } from '#server/platform/queue/queue.ts'
import { createInitialPassword } from '../imports/service.ts'
import type { ApplicantDependencies } from './dependencies.ts'
import { type EmailRow, findEmail, hasLoggedIn, replaceInitialPassword } from './email-store.ts'
import { type AccountRow, lockApplicant } from './store.ts'

type EmailJob = Jobs['send_email']

/** Whether an email says the same however often it is sent, and goes to the account's own address. */
const isRepeatable: Readonly<Record<EmailJob['email'], boolean>> = {
  accountIssued: false,
  accountIssuedAgain: false,
  reminder: false,
  passwordChanged: true,
  paymentReceived: true,
  applicationSubmitted: true,
  applicationReturned: true,
  applicationWithdrawn: true,
  applicationReinstated: true,
  refereeNamed: false,
  complaintReceived: true,
  complaintAnswered: true,
  detailsCorrected: true,
  outcomePublished: true,
  seatPublished: true,
  resultPublished: true,
  offerPublished: true,
  staffInvitation: false,
  staffNotice: false,
}

const refuse = (message: string) => new AppError('email_not_resendable', { message })

export function createResendService(dependencies: ApplicantDependencies) {
  const { staffDatabase, encryption } = dependencies

  const readData = ({ id, encryptedData }: Pick<EmailRow, 'id' | 'encryptedData'>) =>
    encryptedData && decryptOrLog(dependencies, encryptedData, { table: 'emails', id })

  /** @throws AppError `email_not_resendable` */
  async function assertStillSo(tx: Tx, email: EmailRow): Promise<void> {
    if (await isOvertaken(tx, { ...email, text: readData(email) }, readData))
      throw refuse('A later email says what holds now. This one cannot be sent again.')
  }

  /** The same email to the same person. @throws AppError `email_not_resendable` */
  function buildRepetition({ id: accountId, email: address }: AccountRow, email: EmailRow): EmailJob {
    const stored = { table: 'emails', id: email.id }
    const text = readData(email)
    const formerAddress = email.encryptedAddress && decryptOrLog(dependencies, email.encryptedAddress, stored)
    if (!text || !formerAddress) throw refuse('What this email said is not kept, so it cannot be sent again.')
    const data = JSON.parse(text) as EmailJob['data']
    if (email.template === 'refereeNamed') return { email: 'refereeNamed', accountId, to: formerAddress, data }
    const template = email.template as EmailJob['email']
    if (!isRepeatable[template]) throw refuse('This kind of email cannot be sent again.')
    if (template === 'detailsCorrected' && formerAddress.toLowerCase() !== address.toLowerCase())
      throw refuse('This email went to a former address. It cannot be sent there again.')
    return { email: template, accountId, data }
  }

  /** A password that was replaced cannot be used any more. @throws AppError `email_not_resendable` */
  async function reissuePassword(tx: Tx, account: AccountRow, { password, hash }: { password: string; hash: string }) {
    const { id: accountId, userId, mustChangePassword } = account
    if (!mustChangePassword || (await hasLoggedIn(tx, accountId)))
      throw refuse('The initial password was used already. Send a link for a new password instead.')
    await replaceInitialPassword(tx, accountId, hash)
    const initialPasswordEncrypted = encryption.encrypt(password).toString('base64')
    return { email: 'accountIssued', accountId, data: { userId, initialPasswordEncrypted } } satisfies EmailJob
  }

  /**
   * The first email gets a new initial password while the former one was never used.
   * @throws AppError `not_found`, `email_not_resendable` with a reason
   */
  return async function resendEmail(accountId: string, emailId: string, actor: StaffPrincipal): Promise<void> {
    const password = createInitialPassword()
    // Before the transaction, because hashing takes its time.
    const hash = await hashPassword(password)
    await staffDatabase.db.transaction(async (tx) => {
      const account = await lockApplicant(tx, accountId)
      const email = await findEmail(tx, accountId, emailId)
      if (!account || !email) throw new AppError('not_found')
      if (email.state === 'queued') throw refuse('This email is still being sent.')
      const isFirst = email.template === 'accountIssued'
      // The first email brings another password each time.
      if (email.state === 'withdrawn' && !isFirst) throw refuse('What this email says had ended before it was sent.')
      if (email.template === 'passwordReset' || email.template === 'accountIssuedAgain')
        throw refuse('The link in this email works only once. Send a link for a new password instead.')
      await assertStillSo(tx, email)
      const job = isFirst ? await reissuePassword(tx, account, { password, hash }) : buildRepetition(account, email)
      await enqueue(tx, 'send_email', { ...job, resentBy: actor.staffId })
      const subject = { kind: 'email', id: email.id } as const
      await audit(tx, {
        actor: 'staff',
        action: 'email_resent',
        accountId,
        by: actor,
        subject,
        detail: { template: email.template },
      })
    })
  }
}
