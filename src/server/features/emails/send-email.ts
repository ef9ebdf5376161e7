import type { Encryption } from '#server/platform/encryption/encryption.ts'
import type { Jobs } from '#server/platform/queue/queue.ts'
import type { EmailData } from '#server/providers/mail/emails.ts'
import type { MailService, SendingJob } from './service.ts'

interface SendEmailDependencies {
  mail: MailService
  encryption: Encryption
}

type Payload = Jobs['send_email']

/** The job that writes an email and sends it. Retried unless the mail server will never accept it. */
export const sendEmail =
  ({ mail, encryption }: SendEmailDependencies) =>
  async ({ email, accountId, to, data, resentBy, publicationId }: Payload, job: SendingJob): Promise<void> => {
    const recipient = accountId ? await mail.findRecipient(accountId) : null
    const address = to ?? recipient?.email
    if (!address) return

    const sender = recipient?.sender ?? (await mail.getSender())
    const facts = {
      ...decryptFields(data, encryption),
      ...(recipient && { name: recipient.name }),
      sender,
    }
    // The queue holds plain JSON; the code that enqueues an email provides what its type requires.
    await mail.send(email, facts as unknown as EmailData[Payload['email']], {
      to: address,
      job,
      messageId: `job-${job.id}`,
      accountId: recipient ? accountId : undefined,
      source: hasSecret(data) ? undefined : data,
      resentBy,
      publicationId,
    })
  }

const encryptedSuffix = 'Encrypted'
const hasSecret = (data: Record<string, unknown>) => Object.keys(data).some((name) => name.endsWith(encryptedSuffix))

/** Secret fields stand in the queue as `<name>Encrypted`, in base64. */
function decryptFields(data: Record<string, unknown>, { decrypt }: Pick<Encryption, 'decrypt'>) {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) =>
      name.endsWith(encryptedSuffix)
        ? [name.slice(0, -encryptedSuffix.length), decrypt(Buffer.from(String(value), 'base64'))]
        : [name, value],
    ),
  )
}
