// What every way to sign in ends with.

import type { Tx } from '#server/database/connection.ts'
import { rememberStaffNetwork } from '#server/features/auth/service.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { auditSignIn } from '#server/platform/audit/audit.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { getLoginName, type StaffRow } from '../store.ts'
import type { StaffDependencies } from './dependencies.ts'
import { isKnownDevice, openFreshPeriod, staffSessionLimits, startStaffSession } from './session-store.ts'

export interface StaffClient {
  address: string
  device: string
  /** Truncated. */
  network: string
  deviceCookie: string | undefined
}

export type Factor = 'totp' | 'recovery' | 'passkey'

interface SignIn {
  person: StaffRow
  client: StaffClient
  factor: Factor
}

type SessionDependencies = Pick<StaffDependencies, 'throttle' | 'clock'>

/**
 * Starts a session, and remembers the network as one that the person has signed in from; a new device is mailed.
 * @returns its id and the cookie's value
 */
export async function beginSession(
  tx: Tx,
  { person, client, factor }: SignIn,
  { throttle, clock }: SessionDependencies,
): Promise<{ id: string; token: string }> {
  const { address, device, network } = client
  const now = clock()
  const isKnown = await isKnownDevice(tx, { staffId: person.id, device, network })
  const session = await startStaffSession(tx, { staffId: person.id, device, network, factor, now })
  await rememberNetwork(tx, person, address, { throttle, clock })
  const by = { staffId: person.id, sessionId: session.id }
  await auditSignIn(tx, { actor: 'staff', action: 'staff_signed_in', by, detail: { factor, device } })
  if (!isKnown) {
    const data = { name: person.name, event: 'newDevice', device, at: now.toISOString() }
    await enqueue(tx, 'send_email', { email: 'staffNotice', to: person.email, data })
  }
  return session
}

export async function rememberNetwork(
  tx: Tx,
  person: StaffRow,
  address: string,
  { throttle, clock }: SessionDependencies,
): Promise<void> {
  const networkHash = throttle.hashNetwork({ loginName: getLoginName(person), address })
  await rememberStaffNetwork(tx, { staffId: person.id, networkHash, now: clock() })
}

/** @returns until when sensitive actions are open */
export async function renewSession(
  tx: Tx,
  { staffId, sessionId }: Pick<StaffPrincipal, 'staffId' | 'sessionId'>,
  { factor, now }: { factor: Factor; now: Date },
): Promise<Date> {
  const until = new Date(now.getTime() + staffSessionLimits.freshMs)
  await openFreshPeriod(tx, sessionId, until)
  await auditSignIn(tx, {
    actor: 'staff',
    action: 'staff_signed_in_again',
    by: { staffId, sessionId },
    detail: { factor },
  })
  return until
}
