// "Verify": a NIN is looked up at most once, compared with the account, and kept sealed.
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '#server/platform/api/app-error.ts'
import { tooMany } from '#server/platform/api/rate-limits.ts'
import type { Tx } from '#server/platform/database/connection.ts'
import type { Encryption } from '#server/platform/encryption/encryption.ts'
import type { NinRecord } from '#shared/api/nin.ts'
import { lookUpsPerDay, type Turn, turnOf } from './decide-look-up.ts'
import type { Means } from './dependencies.ts'
import { lookUp, type Verification } from './look-up.ts'
import { type KeptRecord, recordOfAccount } from './nin-record.ts'
import { photoText } from './photo.ts'
import { askedBy, isStillAsked, isTaken, lockedAccount, type NinAccount, noteAsking, verifiedNin } from './store.ts'

export interface NinPress {
  accountId: string
  /** 11 digits. */
  nin: string
  hasConsented: boolean
}

/** Longer than a look-up can take. */
const askingMs = 60_000
const patienceMs = 25_000
const pollMs = 250

type Step =
  | Exclude<Turn, { kind: 'look_up' | 'verified' }>
  | { kind: 'verified'; account: NinAccount }
  | { kind: 'look_up'; id: string; account: NinAccount }

/**
 * @returns a function that verifies a NIN for an account
 * @throws AppError `nin_already_verified`, `nin_taken`, `nin_not_found`, `nin_provider_unavailable`, `too_many_requests`
 */
export function ninVerifier(means: Means) {
  const { clock } = means
  const { db } = means.database

  return async (press: NinPress): Promise<Verification> => {
    for (;;) {
      const step = await db.transaction((tx) => takeStep(tx, means, press, clock()))
      switch (step.kind) {
        case 'verified':
          return { kind: 'matched', record: await keptRecord(means, step.account) }
        case 'other_verified':
          throw new AppError('nin_already_verified')
        case 'mismatch':
          return step
        case 'not_found':
          throw new AppError('nin_not_found')
        case 'too_many':
          throw tooManyLookUps(step.waitMs)
        case 'look_up':
          return lookUp(means, { ...step, nin: press.nin })
        case 'wait':
          await otherPress(means, step.id)
      }
    }
  }
}

/** Decides and notes what this press does, before the register is asked. */
async function takeStep(tx: Tx, { seal }: Means, { accountId, nin, hasConsented }: NinPress, now: Date): Promise<Step> {
  const account = await lockedAccount(tx, accountId)
  if (!account) throw new AppError('session_ended')
  const ninHash = seal.fingerprint(nin)
  const factsHash = factsHashOf(seal, account)
  const turn = turnOf({ ninHash, factsHash }, await askedBy(tx, accountId), now)
  if (turn.kind === 'verified') return { kind: 'verified', account }
  if (turn.kind !== 'look_up') return turn

  if (await isTaken(tx, account, ninHash)) throw new AppError('nin_taken')
  const id = await noteAsking(tx, account, {
    ninHash,
    ninSealed: seal.seal(nin),
    factsHash,
    consentAt: hasConsented ? now : null,
    askedAt: now,
    askingUntil: new Date(now.getTime() + askingMs),
  })
  return { kind: 'look_up', id, account }
}

const factsHashOf = (seal: Encryption, { surName, firstName, middleName, dateOfBirth }: NinAccount) =>
  seal.fingerprint(JSON.stringify([surName, firstName, middleName, dateOfBirth]))

function tooManyLookUps(waitMs: number) {
  const { code, more } = tooMany(waitMs)
  const hours = Math.ceil(waitMs / (60 * 60_000))
  return new AppError(code, {
    ...more,
    message: `You have checked ${lookUpsPerDay} NINs within a day. Try again in ${hours === 1 ? 'an hour' : `${hours} hours`}.`,
  })
}

async function keptRecord({ database: { db }, files, seal }: Means, account: NinAccount): Promise<NinRecord> {
  const verified = await verifiedNin(db, account.id)
  if (!verified) throw new Error('A verified NIN is gone.')
  const { recordSealed, ninSealed, photoFileId } = verified
  const record = recordSealed
    ? (JSON.parse(seal.open(recordSealed)) as KeptRecord)
    : recordOfAccount(account, seal.open(ninSealed))
  return { ...record, ninPassport: await photoText(files, photoFileId) }
}

/**
 * Waits until another press for the same NIN has its answer.
 * @throws AppError `nin_provider_unavailable` when it got none, or none in time
 */
async function otherPress({ database: { db } }: Means, id: string): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    await pause(pollMs)
    const state = await isStillAsked(db, id)
    if (state === 'answered') return
    if (state === 'forgotten') break
  }
  throw new AppError('nin_provider_unavailable')
}
