// The job that writes a letter and hands it to the mail server.
import { desc, eq } from 'drizzle-orm'
import { fullName } from '#shared/format/names.ts'
import type { AppOptions } from './app.ts'
import type { Tx } from './platform/database/connection.ts'
import { accounts, exercises } from './platform/database/schema/schema.ts'
import { createEncryption, type Secrets } from './platform/encryption/encryption.ts'
import type { Jobs } from './platform/queue/queue.ts'
import type { Office } from './providers/mail/emails/template.ts'
import { type LetterData, type LetterName, letters } from './providers/mail/emails.ts'
import type { Letter } from './providers/mail/mailer.ts'
import { MailError } from './providers/mail/mailer.ts'

type Means = Pick<AppOptions, 'database' | 'mailer' | 'config' | 'log'>

/** Tries again later unless the mail server says that this address will never take it. */
export const sendLetter =
  ({ database: { db }, mailer, config, log }: Means) =>
  async ({ letter, accountId, to, data }: Jobs['send_letter'], job: { id: string }): Promise<void> => {
    const addressee = accountId ? await addresseeOf(db, accountId) : null
    const address = to ?? addressee?.email
    if (!address) return

    const office = await officeOf(db, config.publicUrl)
    const whole = { ...opened(data, config.secretKeys), office, ...(addressee && { name: addressee.name }) }
    const written = await write(letter, whole)
    try {
      await mailer.send({ ...written, to: address, id: `job-${job.id}` })
    } catch (error) {
      if (!(error instanceof MailError) || error.kind === 'temporary') throw error
      log.warn({ letter, job: job.id }, 'a letter was refused for good')
    }
  }

/** The office as letters show it. */
async function officeOf(tx: Tx, publicUrl: string): Promise<Office> {
  const [exercise] = await tx.select().from(exercises).orderBy(desc(exercises.year)).limit(1)
  if (!exercise) throw new Error('There is no exercise.')
  const { institution, shortName, title, year } = exercise
  return { institution, shortName, exercise: `${title} ${year}`, publicUrl }
}

// The queue holds plain JSON; each letter's own type says what it must have been given where it was enqueued.
const write = (letter: LetterName, data: object): Promise<Letter> =>
  (letters[letter] as (data: object) => Promise<Letter>)(data as LetterData[LetterName])

const sealedSuffix = 'Sealed'

/** Data that must not stand readable in the queue comes as `<name>Sealed`, in base64. */
function opened(data: Record<string, unknown>, secrets: Secrets) {
  const seal = createEncryption(secrets)
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) =>
      name.endsWith(sealedSuffix)
        ? [name.slice(0, -sealedSuffix.length), seal.open(Buffer.from(String(value), 'base64'))]
        : [name, value],
    ),
  )
}

async function addresseeOf(tx: Tx, accountId: string) {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId))
  if (!account) return null
  const { email, surname: surName, firstName, middleName } = account
  return { email, name: fullName({ surName, firstName, middleName }) }
}
