// What an archive contains, entry by entry: a file of JSON for each kind of data, then the files of the applicant.
import { Readable } from 'node:stream'
import type { Db } from '#server/database/connection.ts'
import type { DecryptionDependencies } from '#server/platform/encryption/unreadable-values.ts'
import type { ArchiveEntry } from '#server/providers/files/store/archive.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { exportedColumns, pickColumns } from './exported-tables.ts'
import {
  type OwnRows,
  readAuditEvents,
  readComplaintMessages,
  readComplaints,
  readEmails,
  readOwnRows,
  readPaymentEvents,
} from './own-data-store.ts'
import {
  presentAccount,
  presentAuditEvent,
  presentCorrection,
  presentFile,
  presentNinLookUp,
  presentOffer,
  presentOwnEmail,
  presentSubmittedApplication,
} from './presenters.ts'
import { listSlips, type SlipRenderer } from './slips.ts'

export interface ContentDependencies extends DecryptionDependencies {
  database: { db: Db }
  files: Pick<FileStore, 'get'>
  slips: SlipRenderer
}

/** @throws Error when there is no such account */
export async function* listContents(
  deps: ContentDependencies,
  accountId: string,
  now: Date,
): AsyncGenerator<ArchiveEntry> {
  const { db } = deps.database
  const own = await readOwnRows(db, accountId)
  if (!own) throw new Error('The account of a data export does not exist.')
  yield { path: 'read-me.txt', content: Readable.from([describeContents(own, now)]), compression: 'best' }
  for (const [name, value] of listRows(own, deps)) yield toJsonEntry(name, value)
  yield streamEntry('payment-events.json', readPaymentEvents(db, accountId), (event) =>
    pickColumns(event, exportedColumns.payment_events),
  )
  yield streamEntry('complaints.json', readComplaints(db, own.account), (complaint) =>
    pickColumns(complaint, exportedColumns.complaints),
  )
  yield streamEntry('complaint-answers.json', readComplaintMessages(db, own.account), ({ number, ...message }) => ({
    number,
    ...pickColumns(message, exportedColumns.complaint_messages),
  }))
  yield streamEntry('emails.json', readEmails(db, accountId), (email) => presentOwnEmail(email, deps))
  yield streamEntry('record-of-events.json', readAuditEvents(db, accountId), presentAuditEvent)
  yield* listSlips(deps.slips, accountId)
  yield* listFiles(own.files, deps.files)
}

const listRows = (own: OwnRows, deps: DecryptionDependencies): [name: string, value: unknown][] => [
  ['account', presentAccount(own)],
  ['application', own.applications.map((application) => presentSubmittedApplication(application, own))],
  ['earlier-submissions', own.versions.map(({ row }) => pickColumns(row, exportedColumns.application_versions))],
  ['returns', own.returns.map(({ row }) => pickColumns(row, exportedColumns.application_returns))],
  ['offers', own.offers.map((offer) => presentOffer(offer, own))],
  ['withdrawals', own.withdrawals.map(({ row }) => pickColumns(row, exportedColumns.application_withdrawals))],
  ['corrections', own.corrections.map((correction) => presentCorrection(correction, deps))],
  ['draft', own.drafts.map((draft) => pickColumns(draft, exportedColumns.drafts))],
  ['nin-look-ups', own.ninLookUps.map((lookUp) => presentNinLookUp(lookUp, deps))],
  ['payments', own.payments.map((payment) => pickColumns(payment, exportedColumns.payments))],
  ['logins', own.sessions.map((session) => pickColumns(session, exportedColumns.sessions))],
  ['login-networks', own.loginNetworks.map((network) => pickColumns(network, exportedColumns.login_networks))],
  ['password-links', own.passwordResets.map((link) => pickColumns(link, exportedColumns.password_resets))],
  ['copies-of-this-data', own.dataExports.map((copy) => pickColumns(copy, exportedColumns.data_exports))],
]

/** The files, and at the end their list, which says where each is. */
async function* listFiles(rows: OwnRows['files'], files: ContentDependencies['files']): AsyncGenerator<ArchiveEntry> {
  const list: unknown[] = []
  for (const [index, row] of rows.entries()) {
    const content = row.scan === 'infected' ? null : await files.get(row.id)
    const path = content && `files/${index + 1}-${row.name.replaceAll(/[\\/]/g, '_')}`
    if (content && path) yield { path, content, compression: 'none' }
    list.push(presentFile(row, path))
  }
  yield toJsonEntry('files', list)
}

const toJsonEntry = (name: string, value: unknown): ArchiveEntry => ({
  path: `${name}.json`,
  content: Readable.from([`${JSON.stringify(value, null, 2)}\n`]),
  compression: 'best',
})

function streamEntry<Row>(path: string, rows: AsyncIterable<Row>, present: (row: Row) => unknown): ArchiveEntry {
  async function* writeLines() {
    let separator = '['
    for await (const row of rows) {
      yield `${separator}\n${JSON.stringify(present(row))}`
      separator = ','
    }
    yield separator === '[' ? '[]\n' : '\n]\n'
  }
  return { path, content: Readable.from(writeLines()), compression: 'best' }
}

const describeContents = (
  { account, exercise }: OwnRows,
  now: Date,
) => `What ${exercise.institution} keeps about ${account.userId}, as of ${formatDateTime(now.toISOString())}.

account.json              your account, as it was issued
corrections.json          what was corrected in your account
application.json          the application that you submitted
earlier-submissions.json  what you sent before, if you have corrected your application
returns.json              when the registry returned your application for correction, why and until when
offers.json               which appointments you were offered, until when, and what became of it
withdrawals.json          when your application was withdrawn or taken up again, and why
draft.json                the form as you last saved it
nin-look-ups.json         the NINs that you had looked up, when you agreed, and what was kept of the answer
payments.json             your RRRs and what was paid
payment-events.json       what was asked of the payment provider, and its answers
logins.json               when and with which browser you logged in
login-networks.json       when you last logged in from a network; the network itself is not kept
password-links.json       when you asked for a new password
complaints.json           what you wrote to us with your user ID, or with your email address if it is yours alone
complaint-answers.json    what we answered
emails.json               the emails that we sent you, since the portal keeps a list of them
record-of-events.json     what you, our staff and our systems did with your account; how your application was
                          reviewed is added once its outcome is published
copies-of-this-data.json  the copies of your data that you asked for
files.json, files/        the files that you uploaded, and your photo in the national register
slips/                    your slips

Amounts are in kobo, times in UTC. Your password is not here: nobody can read it.
`
