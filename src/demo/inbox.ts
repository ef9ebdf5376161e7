// Four complaints for the demo's inbox: two new ones, one that somebody looks into, and one that is answered.
import type { Database, Tx } from '#server/database/connection.ts'
import { complaints } from '#server/database/schema/contact.ts'
import { addMessage, findComplaint } from '#server/features/complaints/staff-store.ts'
import { addComplaint } from '#server/features/complaints/store.ts'
import { findStaffByEmail } from '#server/features/staff/store.ts'
import { getYear } from '#shared/format/dates.ts'

interface DemoComplaint {
  hoursAgo: number
  /** The sender: an applicant in this stage; nobody yet when it is null. */
  stage: 'entered' | 'paid' | 'submitted' | null
  category: 'login' | 'payment' | 'nin' | 'form'
  text: string
  state: 'new' | 'open' | 'answered'
  message?: { direction: 'out' | 'note'; body: string }
}

const demoComplaints: readonly DemoComplaint[] = [
  {
    hoursAgo: 140,
    stage: 'submitted',
    category: 'form',
    text: 'I submitted with an old phone number of my second referee. How can it be changed?',
    state: 'answered',
    message: {
      direction: 'out',
      body: 'A submitted application cannot be changed. Your referee will be written to by email, so nothing is lost.',
    },
  },
  {
    hoursAgo: 71,
    stage: 'paid',
    category: 'nin',
    text: 'My NIN is refused because of my date of birth, but the date in my account is right.',
    state: 'open',
    message: { direction: 'note', body: 'Asked for a copy of the NIN slip by phone.' },
  },
  {
    hoursAgo: 26,
    stage: 'entered',
    category: 'payment',
    text: 'I paid at the bank on Monday with my RRR. The portal still asks me to pay.',
    state: 'new',
  },
  {
    hoursAgo: 4,
    stage: null,
    category: 'login',
    text: 'I sent my details to the registry three weeks ago and have not received a user ID.',
    state: 'new',
  },
]

/** Fills an inbox without any complaints. The demo's staff and applicants must exist. */
export async function seedDemoInbox({ database: { db, pool }, clock }: ComplaintDependencies): Promise<void> {
  if ((await db.select({ id: complaints.id }).from(complaints).limit(1)).length > 0) return
  const helpdesk = await findStaffByEmail(db, 'helpdesk@example.org')
  for (const complaint of demoComplaints) {
    const sender = complaint.stage && (await findSender(pool, complaint.stage))
    await db.transaction((tx) =>
      addDemoComplaint(tx, { complaint, sender, staffId: helpdesk?.id ?? null, now: clock() }),
    )
  }
}

interface ComplaintDependencies {
  database: Pick<Database, 'db' | 'pool'>
  clock: () => Date
}

interface Sender {
  id: string
  userId: string
}

/** Not one of the seven, who stay as they are. */
async function findSender(pool: Database['pool'], stage: string): Promise<Sender | null> {
  const { rows } = await pool.query<Sender>(
    `select account_id as id, user_id as "userId" from applicant_index
    where stage = $1 and user_id > 'RE24-00007' order by 'nin_mismatch' = any(flags) desc, user_id limit 1`,
    [stage],
  )
  return rows[0] ?? null
}

interface ComplaintSeed {
  complaint: DemoComplaint
  sender: Sender | null
  staffId: string | null
  now: Date
}

const hourMs = 3_600_000

async function addDemoComplaint(tx: Tx, { complaint, sender, staffId, now }: ComplaintSeed) {
  const { hoursAgo, category, text, state, message } = complaint
  const createdAt = new Date(now.getTime() - hoursAgo * hourMs)
  const from = sender
    ? { userId: sender.userId, accountId: sender.id }
    : { fullName: 'Bisi Adekunle', email: 'bisi.adekunle@example.org' }
  const assignedTo = message ? staffId : null
  const number = await addComplaint(tx, getYear(createdAt), {
    ...from,
    category,
    complaint: text,
    state,
    assignedTo,
    createdAt,
  })
  const record = message && (await findComplaint(tx, number))
  if (record) {
    const at = new Date(createdAt.getTime() + 3 * hourMs)
    await addMessage(tx, { complaintId: record.complaint.id, staffId, at, ...message })
  }
}
