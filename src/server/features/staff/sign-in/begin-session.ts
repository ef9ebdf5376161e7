// What every way to sign in ends with.

import type { Tx } from '#server/database/connection.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import type { StaffRow } from '../store.ts'
import { isKnownDevice, openFreshPeriod, staffSessionLimits, startStaffSession } from './session-store.ts'

export interface StaffClient {
  address: string
  device: string
  /** Truncated. */
  network: string
}

export type Factor = 'totp' | 'recovery' | 'passkey'

interface Proof {
  factor: Factor
  now: Date
}

/** Starts a session; a new device is mailed. @returns its id and the cookie's value */
export async function beginSession(
  tx: Tx,
  person: StaffRow,
  { device, network }: StaffClient,
  { factor, now }: Proof,
): Promise<{ id: string; token: string }> {
  const isKnown = await isKnownDevice(tx, { staffId: person.id, device, network })
  const session = await startStaffSession(tx, { staffId: person.id, device, network, factor, now })
  const by = { staffId: person.id, sessionId: session.id }
  await audit(tx, { actor: 'staff', action: 'staff_signed_in', by, detail: { factor, device } })
  if (!isKnown) {
    const data = { name: person.name, event: 'newDevice', device, at: now.toISOString() }
    await enqueue(tx, 'send_email', { email: 'staffNotice', to: person.email, data })
  }
  return session
}

/** @returns until when sensitive actions are open */
export async function renewSession(
  tx: Tx,
  { staffId, sessionId }: Pick<StaffPrincipal, 'staffId' | 'sessionId'>,
  { factor, now }: Proof,
): Promise<Date> {
  const until = new Date(now.getTime() + staffSessionLimits.freshMs)
  await openFreshPeriod(tx, sessionId, until)
  await audit(tx, { actor: 'staff', action: 'staff_signed_in_again', by: { staffId, sessionId }, detail: { factor } })
  return until
}
