import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { files } from '#server/database/schema/files.ts'
import { ninVerifications } from '#server/database/schema/nin.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { privacyVersion } from '#shared/policy/privacy.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import {
  countLookUps,
  createRegisteredApplicant,
  failingNins,
  isNinVerified,
  postVerifyNin,
  readAuditedLookUps,
  readLookUps,
  registeredPersons,
  resetRegister,
} from '#tests/support/api/nin.ts'
import { createApplicant, createNewApplicant, createReadyApplicant } from '#tests/support/fixtures/applicants.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())
beforeEach(() => resetRegister(api))

const { nin } = registeredPersons.adaeze

/** Every field of the reply's data, empty. */
const emptyData = {
  firstName: '',
  middleName: '',
  surName: '',
  dateOfBirth: '',
  gender: '',
  phone: '',
  nin: '',
  lga: '',
  nokLga: '',
  state: '',
  nokState: '',
  ninPassport: '',
}

describe('access', () => {
  test('nobody without a session', async () => {
    const { status, body } = await api.call('POST', `/services/nin-verify/${nin}`)
    expect([status, body.code]).toEqual([401, 'not_logged_in'])
    expect(await countLookUps(api)).toBe(0)
  })

  test('nobody with an unchanged password', async () => {
    const { status, body } = await postVerifyNin(api, await createNewApplicant(api), nin)
    expect([status, body.code]).toEqual([403, 'must_change_password'])
  })

  test('an applicant who has not paid yet', async () => {
    expect((await postVerifyNin(api, await createRegisteredApplicant(api, 'adaeze'), nin)).status).toBe(200)
  })
})

describe('the applicant’s own NIN', () => {
  test('is verified and returns the register’s record', async () => {
    const applicant = await createRegisteredApplicant(api, 'adaeze')
    const { status, body } = await postVerifyNin(api, applicant, nin, { consent: true })
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'success',
      success: true,
      statusCode: 200,
      message: 'Your NIN has been verified.',
      tabId: 2,
      data: {
        firstName: 'Adaeze',
        middleName: 'Chiamaka',
        surName: 'Okonkwo',
        dateOfBirth: '12-04-1988',
        gender: 'f',
        phone: '08031110001',
        nin,
        lga: 'Aguata',
        state: 'Anambra',
        nokLga: 'Awka South',
        nokState: 'Anambra',
        ninPassport: expect.stringMatching(/^\/9j\//),
      },
    })
    expect(await readLookUps(api, applicant)).toMatchObject([{ outcome: 'matched' }])
    expect(await readAuditedLookUps(api, applicant)).toEqual([{ outcome: 'matched' }])
  })

  test('is shown masked in the account, with the photo as a file', async () => {
    const applicant = await createRegisteredApplicant(api, 'adaeze')
    const { body } = await postVerifyNin(api, applicant, nin)
    const user = (await api.call('GET', '/users/me', applicant)).body.data
    expect(user).toMatchObject({ ninVerify: true, nin: '•••••••0001', ninPassportBase64: null })
    const [file] = await api.database.db.select().from(files).where(eq(files.accountId, applicant.id))
    expect(file).toMatchObject({ kind: 'nin_photo', type: 'image/jpeg' })
    const photo = await api.fetch(user.ninPassport, { headers: { authorization: `Bearer ${applicant.token}` } })
    expect(Buffer.from(await photo.arrayBuffer()).toString('base64')).toBe(body.data.ninPassport)
  })

  test('changes nothing else in the account', async () => {
    const applicant = await createRegisteredApplicant(api, 'adaeze', {
      placeOfBirth: 'Enugu',
      state: 'lagos',
      lga: 'Ikeja',
    })
    const readAccount = () => api.database.db.select().from(accounts).where(eq(accounts.id, applicant.id))
    const before = await readAccount()
    await postVerifyNin(api, applicant, nin)
    expect(await readAccount()).toEqual(before)
  })

  test('verified again is answered from what was kept, without a look-up', async () => {
    // Neither another person's record nor an earlier attempt is what was kept.
    const other = await createRegisteredApplicant(api, 'babatunde')
    await postVerifyNin(api, other, registeredPersons.babatunde.nin)
    const applicant = await createRegisteredApplicant(api, 'adaeze')
    await postVerifyNin(api, applicant, failingNins.notFound)
    const first = await postVerifyNin(api, applicant, nin)
    const before = await countLookUps(api)
    const again = await postVerifyNin(api, applicant, nin)
    const notKept = { phone: '', lga: '', state: '', nokLga: '', nokState: '' }
    expect(again.body).toEqual({ ...first.body, data: { ...first.body.data, ...notKept } })
    expect(await countLookUps(api)).toBe(before)
  })

  test('leaves nothing of the register’s record but the facts that were compared and the photo', async () => {
    const applicant = await createRegisteredApplicant(api, 'adaeze')
    await postVerifyNin(api, applicant, nin)
    const [row] = await readLookUps(api, applicant)
    expect(JSON.parse(decrypt(row?.encryptedRecord ?? undefined))).toEqual({
      surName: 'Okonkwo',
      firstName: 'Adaeze',
      middleName: 'Chiamaka',
      dateOfBirth: '12-04-1988',
    })
  })

  test('verified when the whole record was still kept is answered from that record', async () => {
    const applicant = await createRegisteredApplicant(api, 'adaeze')
    const { body } = await postVerifyNin(api, applicant, nin)
    const { ninPassport: _, ...record } = body.data
    const encryptedRecord = createEncryption(api.config.secretKeys).encrypt(JSON.stringify(record))
    await api.database.db
      .update(ninVerifications)
      .set({ encryptedRecord })
      .where(eq(ninVerifications.accountId, applicant.id))
    expect((await postVerifyNin(api, applicant, nin)).body).toEqual(body)
  })

  test('excludes any other NIN', async () => {
    const applicant = await createRegisteredApplicant(api, 'adaeze')
    await postVerifyNin(api, applicant, nin)
    const { status, body } = await postVerifyNin(api, applicant, registeredPersons.babatunde.nin)
    expect([status, body.code]).toEqual([409, 'nin_already_verified'])
    expect(await countLookUps(api)).toBe(1)
  })

  test('that was verified without the register’s record is answered from the account', async () => {
    const applicant = await createReadyApplicant(api)
    const [row] = await readLookUps(api, applicant)
    const { body } = await postVerifyNin(api, applicant, decrypt(row?.encryptedNin))
    expect(body).toMatchObject({ tabId: 2, data: { surName: 'Example', dateOfBirth: '15-06-1985', ninPassport: '' } })
  })

  test('without a photo in the register is verified too', async () => {
    await api.nin.control('faults', { prembly: { omit: ['photo'] } })
    const applicant = await createRegisteredApplicant(api, 'adaeze')
    const { body } = await postVerifyNin(api, applicant, nin)
    expect(body).toMatchObject({ tabId: 2, data: { ninPassport: '' } })
    expect((await postVerifyNin(api, applicant, nin)).body).toMatchObject({ tabId: 2, data: { ninPassport: '' } })
  })

  test('is looked up with the time of the consent and the version of its text', async () => {
    const applicant = await createRegisteredApplicant(api, 'adaeze')
    await postVerifyNin(api, applicant, nin, { consent: true })
    expect(await readLookUps(api, applicant)).toMatchObject([
      { consentAt: expect.any(Date), consentVersion: privacyVersion },
    ])
  })

  test('that can no longer be decrypted is shown as unknown and logged, and stops neither login nor reading', async () => {
    const applicant = await createRegisteredApplicant(api, 'adaeze')
    await postVerifyNin(api, applicant, nin)
    const damaged = createEncryption([randomBytes(32)]).encrypt(nin)
    await api.database.db
      .update(ninVerifications)
      .set({ encryptedNin: damaged, encryptedRecord: damaged })
      .where(eq(ninVerifications.accountId, applicant.id))
    const { userId, password } = applicant
    const login = await api.call('POST', '/users/login', { body: { userId, password } })
    expect([login.status, login.body.data.nin, login.body.data.ninVerify]).toEqual([200, 'Unknown', true])
    expect((await api.call('GET', '/users/me', applicant)).body.data.nin).toBe('Unknown')
    expect((await postVerifyNin(api, applicant, nin)).body).toMatchObject({
      tabId: 2,
      data: { surName: 'Okonkwo', nin },
    })
    expect(api.log()).toContain('a stored value cannot be decrypted')
    expect(api.log()).not.toContain(damaged.toString('base64'))
  })
})

describe('is refused without a look-up:', () => {
  test.each([[undefined], [null], [{}], [{ consent: false }]])('the body %j, which has no consent', async (sent) => {
    const { token } = await createRegisteredApplicant(api, 'adaeze')
    const { status, body } = await api.call('POST', `/services/nin-verify/${nin}`, { token, body: sent })
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ path: 'consent', message: 'Agree to the look-up before your NIN is verified.' }])
    expect(await countLookUps(api)).toBe(0)
  })

  test.each(['1', '1234567890', '123456789012', '1234567890a', '١٢٣٤٥٦٧٨٩٠١', '%20%20%20'])(
    'the NIN %s',
    async (typed) => {
      const { status, body } = await postVerifyNin(api, await createRegisteredApplicant(api, 'adaeze'), typed)
      expect(status).toBe(400)
      expect(body.errors).toEqual([{ path: 'nin', message: 'A NIN has exactly 11 digits.' }])
      expect(await countLookUps(api)).toBe(0)
    },
  )

  test.each([{ consent: 'yes' }, { consent: 1 }, [], 'true'])('the body %j', async (sent) => {
    expect((await postVerifyNin(api, await createRegisteredApplicant(api, 'adaeze'), nin, sent)).status).toBe(400)
    expect(await countLookUps(api)).toBe(0)
  })
})

describe('another person’s NIN', () => {
  test('leaves the account unverified and says nothing of the register’s record, not even which facts differ', async () => {
    const applicant = await createRegisteredApplicant(api, 'adaeze', { surname: 'Okafor', dateOfBirth: '1990-01-01' })
    const { status, body } = await postVerifyNin(api, applicant, nin, { consent: true })
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'success',
      success: true,
      statusCode: 200,
      tabId: 1,
      triesLeft: 2,
      message:
        'The record of this NIN does not match your account. Check the NIN. ' +
        'If your names or date of birth are wrong in your account, contact us.',
      data: emptyData,
    })
    expect(JSON.stringify(body)).not.toMatch(/Okonkwo|1988|Aguata|0803/)
    expect(await isNinVerified(api, applicant)).toBe(false)
    expect(await readLookUps(api, applicant)).toMatchObject([
      { outcome: 'mismatch', encryptedRecord: null, photoFileId: null },
    ])
    expect(await readAuditedLookUps(api, applicant)).toEqual([
      { outcome: 'mismatch', differences: ['surName', 'dateOfBirth'] },
    ])
  })

  test('again gets the same answer without a look-up', async () => {
    const applicant = await createApplicant(api)
    const first = await postVerifyNin(api, applicant, nin)
    expect((await postVerifyNin(api, applicant, nin)).body).toEqual(first.body)
    expect(await countLookUps(api)).toBe(1)
  })

  test('matches once the registry has corrected the account', async () => {
    const applicant = await createRegisteredApplicant(api, 'adaeze', { surname: 'Okonkwor' })
    expect((await postVerifyNin(api, applicant, nin)).body.tabId).toBe(1)
    await api.database.db.update(accounts).set({ surname: 'Okonkwo' }).where(eq(accounts.id, applicant.id))
    expect((await postVerifyNin(api, applicant, nin)).body.tabId).toBe(2)
    // Nothing is kept of the attempts.
    expect(await readLookUps(api, applicant)).toMatchObject([
      { outcome: 'matched', differences: null, leaseExpiresAt: null },
    ])
  })
})

describe('a NIN that is not in the register', () => {
  test('is 400 after one look-up', async () => {
    const applicant = await createApplicant(api)
    for (let at = 0; at < 2; at++) {
      const { status, body } = await postVerifyNin(api, applicant, failingNins.notFound)
      expect(status).toBe(400)
      expect(body).toMatchObject({
        code: 'nin_not_found',
        message: 'Contact customer service: this NIN was not found in the national register. Check it and try again.',
      })
    }
    expect(await countLookUps(api)).toBe(1)
    expect(await readAuditedLookUps(api, applicant)).toEqual([{ outcome: 'not_found' }])
  })
})

const decrypt = (encrypted: Buffer | undefined) =>
  createEncryption(api.config.secretKeys).decrypt(encrypted ?? Buffer.alloc(0))
