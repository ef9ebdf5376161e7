// The demo's staff: one person per role, two where a second person is needed. Never in production.

import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '#server/database/connection.ts'
import { getTotpCode } from '#server/features/staff/sign-in/totp.ts'
import { addRoles, addStaff, findStaffByEmail, saveCredentials } from '#server/features/staff/store.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import type { Encryption } from '#server/platform/encryption/encryption.ts'
import { hashPassword } from '#server/platform/encryption/password-hashing.ts'
import type { StaffRole } from '#shared/roles/permissions.ts'

const demoStaffPassword = 'Welcome-Staff-2024!'
const demoTotpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

const people: readonly { mailbox: string; name: string; role: StaffRole }[] = [
  { mailbox: 'registry', name: 'Ronke Bamidele', role: 'registry' },
  { mailbox: 'registry2', name: 'Danladi Kefas', role: 'registry' },
  { mailbox: 'reviewer', name: 'Ifeoma Nwosu', role: 'reviewer' },
  { mailbox: 'reviewer2', name: 'Tunde Sowande', role: 'reviewer' },
  { mailbox: 'chair', name: 'Prof. Amaka Udeh', role: 'chair' },
  { mailbox: 'exam', name: 'Musa Gidado', role: 'exam' },
  { mailbox: 'bursar', name: 'Yetunde Alao', role: 'bursar' },
  { mailbox: 'bursar2', name: 'Peter Ekong', role: 'bursar' },
  { mailbox: 'helpdesk', name: 'Zainab Lawal', role: 'helpdesk' },
  { mailbox: 'admin', name: 'Chidi Okafor', role: 'admin' },
  { mailbox: 'dpo', name: 'Hauwa Yusuf', role: 'dpo' },
  { mailbox: 'auditor', name: 'Segun Falana', role: 'auditor' },
]
const toEmail = (mailbox: string) => `${mailbox}@example.org`

/** Adds the missing people; existing ones stay as their visitors left them. */
export async function seedDemoStaff({ db, encryption, clock }: { db: Db; encryption: Encryption; clock: () => Date }) {
  let passwordHash: string | undefined
  for (const { mailbox, name, role } of people) {
    const email = toEmail(mailbox)
    if (await findStaffByEmail(db, email)) continue
    passwordHash ??= await hashPassword(demoStaffPassword)
    const credentials = { passwordHash, encryptedTotpSecret: encryption.encrypt(demoTotpSecret), totpLastStep: 0 }
    await db.transaction(async (tx) => {
      const id = await addStaff(tx, { email, name, createdBy: null, now: clock() })
      await addRoles(tx, id, [{ role, exerciseId: null, school: null, department: null }], { grantedBy: null })
      await saveCredentials(tx, id, credentials)
    })
  }
}

/** Who acts in the demo's data: the person of this role, by default the first of two. */
export async function findDemoPrincipal(
  tx: Tx,
  role: StaffRole,
  mailbox: string = role,
): Promise<StaffPrincipal | null> {
  const person = await findStaffByEmail(tx, toEmail(mailbox))
  if (!person) return null
  const { id: staffId, email, name } = person
  const grants = [{ role, exerciseId: null, school: null, department: null }]
  return { staffId, sessionId: randomUUID(), email, name, grants, freshUntil: null }
}

/** The demo's staff as `npm start` prints them, with the code that is valid now. */
export function formatDemoStaff(now: Date): string {
  return [
    `Demo staff at /staff (password ${demoStaffPassword}; authenticator secret ${demoTotpSecret}, code now ${getTotpCode(demoTotpSecret, now)})`,
    ...people.map(({ mailbox, name, role }) => `  ${toEmail(mailbox).padEnd(23)} ${role.padEnd(9)} ${name}`),
  ].join('\n')
}
