// The checker: what was acknowledged exists exactly once, what was refused left nothing, what was unanswered was settled
// by one retry, and nothing lies about. Compares the ledger with the database, the files and the API.
import { createHash } from 'node:crypto'
import { isSame } from '#server/features/applications/digest.ts'
import { fileIdOf } from '#shared/api/calls.ts'
import { callApi } from '#tests/support/api/call-api.ts'
import type { Site } from '../site.ts'
import type { Applicant } from '../users.ts'
import { acknowledged, type Deed, type Entry, isUnknown, type Ledger, type Told } from './expected-state.ts'
import { complaintsAboutPayments } from './payments-check.ts'
import { type Stored, whatIsStored } from './stored-state.ts'

type EntryOf<K extends Deed['kind']> = Entry & { deed: Deed & { kind: K } }

export const entriesOf = <K extends Deed['kind']>({ entries }: Pick<Ledger, 'entries'>, kind: K) =>
  entries.filter((entry): entry is EntryOf<K> => entry.deed.kind === kind)

/** Everything that is wrong, a sentence each; call it when no request is on its way and after `ledger.settle`. */
export async function check(site: Site, ledger: Ledger, origin: string): Promise<string[]> {
  const stored = await whatIsStored(site.pool, site.dataDir)
  return [
    ...stored.orphans,
    ...ledger.entries.flatMap(settlement),
    ...byApplicant(entriesOf(ledger, 'submit')).flatMap((entries) => submissions(entries, stored)),
    ...byApplicant(entriesOf(ledger, 'draft')).flatMap((entries) => drafts(entries, stored)),
    ...entriesOf(ledger, 'upload').flatMap((entry) => uploads(entry, stored)),
    ...places(stored),
    ...(await complaintsAboutPayments(site, ledger, stored)),
    ...(await asTheApplicantSees(ledger, origin)),
  ]
}

/** One retry is enough, and it never turns into a refusal of what may have been done. */
function settlement({ applicant: { userId }, deed: { kind }, outcomes }: Entry): string[] {
  const unknown = outcomes.filter(isUnknown).length
  if (isUnknown(outcomes.at(-1))) return [`${userId}: ${kind} is not settled after ${outcomes.length} tries`]
  const last = outcomes.at(-1)
  if (unknown > 0 && last?.kind === 'refused' && last.code !== 'session_ended')
    return [`${userId}: ${kind} was unanswered, and its retry was refused with ${last.code}`]
  return []
}

function submissions(entries: EntryOf<'submit'>[], stored: Stored): string[] {
  const { applicant } = entries[0]!
  const rows = stored.applications.filter(({ accountId }) => accountId === applicant.id)
  const kept = entries.filter((entry) => acknowledged(entry))
  const numbers = new Set(
    entries.flatMap(({ outcomes }) =>
      outcomes.flatMap((one) => (one.kind === 'acknowledged' ? one.data.applicationId : [])),
    ),
  )
  if (kept.length === 0)
    return rows.map(({ number }) => `${applicant.userId}: ${number} is kept and was never acknowledged`)
  const [row] = rows
  if (!row || rows.length > 1)
    return [`${applicant.userId}: ${[...numbers]} acknowledged, ${rows.length} applications kept`]
  return [
    ...(numbers.size === 1 && numbers.has(row.number)
      ? []
      : [`${applicant.userId}: told ${[...numbers]}, kept ${row.number}`]),
    ...(kept.every(({ deed }) => isSame(deed.answers, row.answers)) ? [] : [`${row.number}: other answers are kept`]),
    ...(stored.submissionsTold.get(applicant.id) === 1 ? [] : [`${row.number}: is not once in the audit log`]),
  ]
}

function drafts(entries: EntryOf<'draft'>[], stored: Stored): string[] {
  const { applicant } = entries[0]!
  const kept = entries.filter((entry) => acknowledged(entry))
  const newest = Math.max(0, ...kept.map((entry) => acknowledged(entry)?.revision ?? 0))
  const row = stored.drafts.find(({ accountId }) => accountId === applicant.id)
  if (newest === 0) return row ? [`${applicant.userId}: a draft is kept that was never acknowledged`] : []
  if (!row) return [`${applicant.userId}: the draft is gone`]
  if (row.revision < newest) return [`${applicant.userId}: revision ${newest} acknowledged, ${row.revision} kept`]
  const written = entries.filter(({ deed, outcomes }) => deed.revision === row.revision - 1 && !isRefused(outcomes))
  return written.some(({ deed }) => isSame(deed.document, row.document))
    ? []
    : [`${applicant.userId}: the letters of revision ${row.revision} are others`]
}

const isRefused = (outcomes: Entry['outcomes']) => outcomes.every(({ kind }) => kind === 'refused')

function uploads(
  { applicant: { id: accountId, userId }, deed, outcomes }: EntryOf<'upload'>,
  stored: Stored,
): string[] {
  const sha256 = createHash('sha256').update(deed.bytes).digest()
  const rows = stored.files.filter((file) => file.accountId === accountId && file.sha256.equals(sha256))
  const told = outcomes.flatMap((one) => (one.kind === 'acknowledged' ? fileIdOf(one.data.fileUrl) : []))
  const unknown = outcomes.filter(isUnknown).length
  return [
    ...told.filter((id) => rows.every((row) => row.id !== id)).map((id) => `${userId}: upload ${id} is gone`),
    ...(rows.length > told.length + unknown
      ? [`${userId}: ${deed.name} is kept ${rows.length} times, acknowledged ${told.length}, unanswered ${unknown}`]
      : []),
  ]
}

/** Every row has its whole content, every content its row, and nothing is half written. */
function places({ files, contents, unfinished }: Stored): string[] {
  const known = new Set(files.map(({ id }) => id))
  return [
    ...files.flatMap(({ id, sha256 }) => {
      const content = contents.get(id)
      if (!content) return [`file ${id} has a row and no content`]
      return content.equals(sha256) ? [] : [`file ${id} holds other bytes`]
    }),
    ...[...contents.keys()].filter((id) => !known.has(id)).map((id) => `file ${id} has content and no row`),
    ...unfinished.map((name) => `${name} was left unfinished`),
  ]
}

/** The same through the API, for all that was acknowledged. */
async function asTheApplicantSees(ledger: Ledger, origin: string): Promise<string[]> {
  const complaints: string[] = []
  const waiting = [...ledger.entries]
  const look = async () => {
    for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
      const data = acknowledged(entry)
      if (data && !(await isShown(origin, entry, data)))
        complaints.push(`${entry.applicant.userId}: ${entry.deed.kind} is not shown as acknowledged`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, look))
  return complaints
}

async function isShown(origin: string, { applicant: { token }, deed }: Entry, data: Told): Promise<boolean> {
  switch (deed.kind) {
    case 'submit': {
      const { body } = await callApi(origin, 'GET', '/applications/my', { token })
      return body.data?.applicationId === data.applicationId
    }
    case 'draft': {
      const { body } = await callApi(origin, 'GET', '/applications/draft', { token })
      return body.data?.revision >= data.revision
    }
    case 'upload': {
      const response = await fetch(`${origin}${data.fileUrl}`, { headers: { authorization: `Bearer ${token}` } })
      return response.ok && Buffer.from(await response.arrayBuffer()).equals(deed.bytes)
    }
    case 'generate': {
      const { body } = await callApi(origin, 'GET', '/payments/my', { token })
      return body.data?.reference === data.RRR
    }
    case 'verify': {
      const { body } = await callApi(origin, 'GET', '/payments/my', { token })
      return body.data?.status === 'paid'
    }
  }
}

function byApplicant<E extends { applicant: Applicant }>(entries: E[]): E[][] {
  const groups = new Map<string, E[]>()
  for (const entry of entries) groups.set(entry.applicant.id, [...(groups.get(entry.applicant.id) ?? []), entry])
  return [...groups.values()]
}
