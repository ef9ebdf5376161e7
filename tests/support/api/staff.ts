// Staff members with roles and sessions, for tests over HTTP.
import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { staff, staffRoles, staffSessions } from '#server/database/schema/staff.ts'
import { findTotpStep, getTotpCode } from '#server/features/staff/sign-in/totp.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { createToken, hashToken } from '#server/platform/encryption/tokens.ts'
import type { StaffRole } from '#shared/roles/permissions.ts'
import { createCheapHash } from '../fixtures/applicants.ts'
import type { Answer, CallOptions, TestApi } from './api.ts'

export const staffPassword = 'A-long-staff-password-1'
const totpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

export interface TestStaff {
  id: string
  email: string
  /** Sends a call with the session's cookie. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  credentials: Record<string, string>
}

type Grant = Partial<Omit<typeof staffRoles.$inferInsert, 'role' | 'staffId'>> & { role: StaffRole }

interface StaffOptions {
  status?: 'invited' | 'active' | 'suspended'
  /** As if the session had been started and used last so long ago. */
  idleMs?: number
  startedAgoMs?: number
  hasEnded?: boolean
  /** Whether a code was entered within the last five minutes. */
  isFresh?: boolean
  email?: string
  name?: string
  /** Instead of a cheap one of `staffPassword`. */
  passwordHash?: string
}

let hash: Promise<string> | undefined
let count = 0

/** An active staff member with a session; grants are roles, or roles with their scope. */
export async function createStaff(
  api: Pick<TestApi, 'call' | 'clock'> & {
    database: Pick<TestApi['database'], 'db'>
    config: Pick<TestApi['config'], 'secretKeys'>
  },
  grants: readonly (StaffRole | Grant)[],
  options: StaffOptions = {},
): Promise<TestStaff> {
  hash ??= createCheapHash(staffPassword)
  count += 1
  const email = options.email ?? `staff-${count}-${randomBytes(3).toString('hex')}@example.org`
  const id = randomUUID()
  const person = {
    id,
    email,
    name: options.name ?? `Staff ${count}`,
    passwordHash: options.passwordHash ?? (await hash),
    encryptedTotpSecret: createEncryption(api.config.secretKeys).encrypt(totpSecret),
    status: options.status ?? ('active' as const),
  }
  const roles = grants.map((grant) => ({ staffId: id, ...(typeof grant === 'string' ? { role: grant } : grant) }))
  const { row, credentials } = createSessionRow(api, id, options)
  const { db } = api.database
  // In one statement, as most tests have several people.
  await db.execute(sql`with person as ${db.insert(staff).values(person)},
    ${roles.length > 0 ? sql`granted as ${db.insert(staffRoles).values(roles)},` : sql``}
    started as ${db.insert(staffSessions).values(row)} select`)
  return {
    id,
    email,
    credentials,
    call: (method, path, more) => callAs(api, credentials, method, path, more),
  }
}

/** The headers of a new session. */
export async function startStaffTestSession(
  api: Pick<TestApi, 'clock'> & { database: Pick<TestApi['database'], 'db'> },
  staffId: string,
  options: StaffOptions = {},
): Promise<Record<string, string>> {
  const { row, credentials } = createSessionRow(api, staffId, options)
  await api.database.db.insert(staffSessions).values(row)
  return credentials
}

function createSessionRow(
  api: Pick<TestApi, 'clock'>,
  staffId: string,
  { idleMs = 0, startedAgoMs = idleMs, hasEnded = false, isFresh = false }: StaffOptions,
) {
  const now = api.clock.now().getTime()
  const token = createToken()
  const row = {
    staffId,
    tokenHash: hashToken(token),
    factor: 'totp' as const,
    createdAt: new Date(now - startedAgoMs),
    lastSeenAt: new Date(now - idleMs),
    expiresAt: new Date(now - startedAgoMs + 8 * 3_600_000),
    endedAt: hasEnded ? new Date(now) : null,
    freshUntil: isFresh ? new Date(now + 5 * 60_000) : null,
  }
  return { row, credentials: { cookie: `staff=${token}`, 'x-staff': '1' } }
}

const callAs = (
  api: Pick<TestApi, 'call'>,
  credentials: Record<string, string>,
  method: string,
  path: string,
  { headers, ...options }: CallOptions = {},
) => api.call(method, path, { ...options, headers: { ...credentials, ...headers } })

/** Signs in with both steps, and returns the answer to the second. */
export async function signIn(
  api: Pick<TestApi, 'call' | 'clock'>,
  email: string,
  {
    password = staffPassword,
    code = getTotpCode(totpSecret, api.clock.now()),
    headers = {},
  }: { password?: string; code?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const first = await api.call('POST', '/staff/session', { body: { email, password }, headers })
  if (first.status !== 200) return first
  return api.call('POST', '/staff/session/second', { body: { attempt: first.body.data.attempt, code }, headers })
}

/** What the authenticator app shows, so many steps of 30 seconds from now. */
export const getCode = (api: Pick<TestApi, 'clock'>, steps = 0): string =>
  getTotpCode(totpSecret, new Date(api.clock.now().getTime() + steps * 30_000))

/** A code that is wrong now, whatever the time is. */
export function getWrongCode(api: Pick<TestApi, 'clock'>): string {
  for (let n = 0; ; n++) {
    const code = String(n).padStart(6, '0')
    if (findTotpStep(totpSecret, code, api.clock.now()) === null) return code
  }
}

/** The session's cookie that an answer sets. */
export const readStaffCookie = ({ headers }: Answer): string =>
  headers.getSetCookie().find((cookie) => /^(__Host-)?staff=/.test(cookie)) ?? ''

/** Calls with the session that the answer to a sign-in has started. */
export function withSession(api: Pick<TestApi, 'call'>, answer: Answer): TestStaff['call'] {
  const [cookie = ''] = readStaffCookie(answer).split(';')
  return (method, path, options) => callAs(api, { cookie, 'x-staff': '1' }, method, path, options)
}

/** Credentials of every kind of staff member. Each function creates new ones, since a call may end the session. */
export async function createStaffPrincipals(api: TestApi) {
  const create = (grants: StaffRole[], options?: StaffOptions) => async () =>
    (await createStaff(api, grants, options)).credentials
  const attempt = async () => {
    const { email } = await createStaff(api, ['registry'])
    const { body } = await api.call('POST', '/staff/session', { body: { email, password: staffPassword } })
    return { cookie: `staff=${body.data.attempt}`, 'x-staff': '1' }
  }
  return {
    'a registry officer': create(['registry']),
    'a registry officer with a fresh sign-in': create(['registry'], { isFresh: true }),
    'a reviewer': create(['reviewer']),
    'a chair': create(['chair']),
    'an exam officer': create(['exam']),
    'a bursar': create(['bursar']),
    'the helpdesk': create(['helpdesk']),
    'an administrator': create(['admin']),
    'a data protection officer': create(['dpo']),
    'an auditor': create(['auditor']),
    'somebody without a role': create([]),
    'a suspended registry officer': create(['registry'], { status: 'suspended' }),
    'an invited registry officer': create(['registry'], { status: 'invited' }),
    'an ended staff session': create(['registry'], { hasEnded: true }),
    'a staff session left alone': create(['registry'], { idleMs: 15 * 60_000 + 1 }),
    'a staff session that is too old': create(['registry'], { startedAgoMs: 8 * 3_600_000 + 1, idleMs: 0 }),
    'a sign-in without its second step': attempt,
    "a staff session's token as bearer": async () => {
      const { cookie = '' } = (await createStaff(api, ['registry'])).credentials
      return { authorization: `Bearer ${cookie.slice('staff='.length)}`, 'x-staff': '1' }
    },
  } satisfies Record<string, () => Promise<Record<string, string>>>
}

export type StaffPrincipalName = keyof Awaited<ReturnType<typeof createStaffPrincipals>>

/** The role of those who are admitted by it; the others are not admitted anywhere. */
export const rolesOfStaffPrincipals: Record<StaffPrincipalName, StaffRole | 'none' | null> = {
  'a registry officer': 'registry',
  'a registry officer with a fresh sign-in': 'registry',
  'a reviewer': 'reviewer',
  'a chair': 'chair',
  'an exam officer': 'exam',
  'a bursar': 'bursar',
  'the helpdesk': 'helpdesk',
  'an administrator': 'admin',
  'a data protection officer': 'dpo',
  'an auditor': 'auditor',
  'somebody without a role': 'none',
  'a suspended registry officer': null,
  'an invited registry officer': null,
  'an ended staff session': null,
  'a staff session left alone': null,
  'a staff session that is too old': null,
  'a sign-in without its second step': null,
  "a staff session's token as bearer": null,
}
