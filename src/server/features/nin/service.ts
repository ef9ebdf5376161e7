import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '#server/app-error.ts'
import { decryptOrLog } from '#server/platform/encryption/unreadable-values.ts'
import type { NinRecord } from '#shared/api/applicant/nin.ts'
import { lookUpPeriodMs, maxLookUpsPerDay } from './decide-look-up.ts'
import type { NinDependencies } from './dependencies.ts'
import { lookUpNin, rejectTaken, type Verification } from './look-up.ts'
import { emptyRecord, type StoredNinRecord, toStoredRecord } from './nin-record.ts'
import { readPhotoBase64 } from './photo.ts'
import { planLookUp, type VerifyNinRequest } from './plan-look-up.ts'
import { countLookUps, findVerifiedNin, getLookUpProgress, type NinAccount } from './store.ts'

const waitTimeoutMs = 25_000
const pollMs = 250
const hourMs = 60 * 60_000

type VerificationReply = Extract<Verification, { kind: 'matched' }> | { kind: 'mismatch'; triesLeft: number }

export type NinService = ReturnType<typeof createNinService>

export function createNinService(deps: NinDependencies) {
  const { clock } = deps
  const { db } = deps.database

  /** How many more NINs the account may look up now. */
  async function countTriesLeft(accountId: string): Promise<number> {
    const used = await countLookUps(db, accountId, new Date(clock().getTime() - lookUpPeriodMs))
    return Math.max(0, maxLookUpsPerDay - used)
  }

  async function addTriesLeft(accountId: string, lookUp: () => Promise<Verification>): Promise<VerificationReply> {
    try {
      const verification = await lookUp()
      return verification.kind === 'mismatch'
        ? { ...verification, triesLeft: await countTriesLeft(accountId) }
        : verification
    } catch (error) {
      const isMissing = error instanceof AppError && error.code === 'nin_not_found'
      throw isMissing ? createNotFoundError(await countTriesLeft(accountId)) : error
    }
  }

  return {
    /**
     * Verifies a NIN for an account. A NIN is looked up once; repeated requests are answered from what was stored.
     * @throws AppError `nin_consent_required`, `nin_already_verified`, `nin_not_found`,
     *   `nin_provider_unavailable`, `too_many_requests`
     */
    async verify(request: VerifyNinRequest): Promise<VerificationReply> {
      const { accountId } = request
      for (;;) {
        const plan = await db.transaction((tx) => planLookUp(tx, deps.encryption, request, clock()))
        switch (plan.kind) {
          case 'verified':
            return { kind: 'matched', record: await readVerifiedRecord(deps, plan.account, request.nin) }
          case 'other_verified':
            throw new AppError('nin_already_verified')
          case 'mismatch':
            return { kind: 'mismatch', triesLeft: await countTriesLeft(accountId) }
          case 'taken':
            return { ...(await rejectTaken(deps)), triesLeft: await countTriesLeft(accountId) }
          case 'not_found':
            throw createNotFoundError(await countTriesLeft(accountId))
          case 'too_many':
            throw createTooManyLookUpsError(plan.waitMs)
          case 'look_up':
            return addTriesLeft(accountId, () => lookUpNin(deps, { ...plan, nin: request.nin }))
          case 'wait':
            await awaitLookUp(deps, plan.id)
        }
      }
    },
  }
}

/** What was kept of the verification. Without a readable record the account's facts stand in: they matched. */
async function readVerifiedRecord(deps: NinDependencies, account: NinAccount, nin: string): Promise<NinRecord> {
  const verified = await findVerifiedNin(deps.database.db, account.id)
  if (!verified) throw new Error('The verified NIN does not exist.')
  const { encryptedRecord, photoFileId } = verified
  const json = encryptedRecord && decryptOrLog(deps, encryptedRecord, { table: 'nin_verifications', id: account.id })
  const record = json ? (JSON.parse(json) as StoredNinRecord) : toStoredRecord(account)
  const { gender } = account
  return { ...emptyRecord, gender, ...record, nin, ninPassport: await readPhotoBase64(deps.files, photoFileId) }
}

const createNotFoundError = (triesLeft: number) => new AppError('nin_not_found', { data: { triesLeft } })

function createTooManyLookUpsError(waitMs: number): AppError {
  const hours = Math.ceil(waitMs / hourMs)
  return new AppError('too_many_requests', {
    retryAfter: Math.ceil(waitMs / 1000),
    message: `You have checked ${maxLookUpsPerDay} NINs within a day. Try again in ${hours === 1 ? 'an hour' : `${hours} hours`}.`,
  })
}

/**
 * Waits until another request for the same NIN has its answer.
 * @throws AppError `nin_provider_unavailable` when it got none, or none in time
 */
async function awaitLookUp({ database: { db } }: NinDependencies, id: string): Promise<void> {
  const deadline = Date.now() + waitTimeoutMs
  while (Date.now() < deadline) {
    await pause(pollMs)
    const progress = await getLookUpProgress(db, id)
    if (progress === 'answered') return
    if (progress === 'deleted') break
  }
  throw new AppError('nin_provider_unavailable')
}
