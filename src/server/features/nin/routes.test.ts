import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accounts, files } from '#server/platform/database/schema/schema.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import {
  askedRows,
  freshRegister,
  hasVerified,
  lookUpDeeds,
  lookUps,
  persons,
  pressVerify,
  theApplicant,
  trouble,
} from '#tests/support/api/nin.ts'
import { aNewApplicant, anApplicant, aReadyApplicant } from '#tests/support/fixtures/accounts.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())
beforeEach(() => freshRegister(api))

const { nin } = persons.adaeze

/** Every field of the answer's data, empty. */
const nothing = {
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

describe('who may call', () => {
  test('nobody without a session', async () => {
    const { status, body } = await api.call('POST', `/services/nin-verify/${nin}`)
    expect([status, body.code]).toEqual([401, 'not_logged_in'])
    expect(await lookUps(api)).toBe(0)
  })

  test('nobody with the issued password', async () => {
    const { status, body } = await pressVerify(api, await aNewApplicant(api), nin)
    expect([status, body.code]).toEqual([403, 'must_change_password'])
  })

  test('an applicant who has not paid yet', async () => {
    expect((await pressVerify(api, await theApplicant(api, 'adaeze'), nin)).status).toBe(200)
  })
})

describe('a NIN of one’s own', () => {
  test('is verified with what the register tells', async () => {
    const applicant = await theApplicant(api, 'adaeze')
    const { status, body } = await pressVerify(api, applicant, nin, { consent: true })
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
    expect(await askedRows(api, applicant)).toMatchObject([{ outcome: 'matched', consentAt: expect.any(Date) }])
    expect(await lookUpDeeds(api, applicant)).toEqual([{ outcome: 'matched' }])
  })

  test('shows on the account, masked, with the photo as a file of the account', async () => {
    const applicant = await theApplicant(api, 'adaeze')
    const { body } = await pressVerify(api, applicant, nin)
    const user = (await api.call('GET', '/users/me', applicant)).body.data
    expect(user).toMatchObject({ ninVerify: true, nin: '•••••••0001', ninPassportBase64: null })
    const [file] = await api.database.db.select().from(files).where(eq(files.accountId, applicant.id))
    expect(file).toMatchObject({ kind: 'nin_photo', type: 'image/jpeg' })
    const photo = await api.fetch(user.ninPassport, { headers: { authorization: `Bearer ${applicant.token}` } })
    expect(Buffer.from(await photo.arrayBuffer()).toString('base64')).toBe(body.data.ninPassport)
  })

  test('changes nothing else of the account', async () => {
    const applicant = await theApplicant(api, 'adaeze', { placeOfBirth: 'Enugu', state: 'lagos', lga: 'Ikeja' })
    const read = () => api.database.db.select().from(accounts).where(eq(accounts.id, applicant.id))
    const before = await read()
    await pressVerify(api, applicant, nin)
    expect(await read()).toEqual(before)
  })

  test('verified again is answered the same from the record', async () => {
    const applicant = await theApplicant(api, 'adaeze')
    const first = await pressVerify(api, applicant, nin)
    const again = await pressVerify(api, applicant, nin, { consent: true })
    expect(again.body).toEqual(first.body)
    expect(await lookUps(api)).toBe(1)
  })

  test('keeps any other NIN out', async () => {
    const applicant = await theApplicant(api, 'adaeze')
    await pressVerify(api, applicant, nin)
    const { status, body } = await pressVerify(api, applicant, persons.babatunde.nin)
    expect([status, body.code]).toEqual([409, 'nin_already_verified'])
    expect(await lookUps(api)).toBe(1)
  })

  test('that was verified without the register’s record is answered from the account', async () => {
    const applicant = await aReadyApplicant(api)
    const [row] = await askedRows(api, applicant)
    const { body } = await pressVerify(api, applicant, unsealed(row?.ninSealed))
    expect(body).toMatchObject({ tabId: 2, data: { surName: 'Example', dateOfBirth: '15-06-1985', ninPassport: '' } })
  })

  test('without a photo in the register is verified all the same', async () => {
    await api.nin.control('faults', { prembly: { omit: ['photo'] } })
    const applicant = await theApplicant(api, 'adaeze')
    const { body } = await pressVerify(api, applicant, nin)
    expect(body).toMatchObject({ tabId: 2, data: { ninPassport: '' } })
    expect((await pressVerify(api, applicant, nin)).body).toEqual(body)
  })

  test('needs no body, and an empty one is none', async () => {
    const applicant = await theApplicant(api, 'adaeze')
    const headers = { 'content-type': 'application/json' }
    const { status } = await api.call('POST', `/services/nin-verify/${nin}`, { token: applicant.token, headers })
    expect(status).toBe(200)
    expect(await askedRows(api, applicant)).toMatchObject([{ outcome: 'matched', consentAt: null }])
  })
})

describe('is refused before anybody is asked:', () => {
  test('without consent', async () => {
    const { status, body } = await pressVerify(api, await theApplicant(api, 'adaeze'), nin, { consent: false })
    expect([status, body.code]).toEqual([400, 'nin_consent_required'])
    expect(await lookUps(api)).toBe(0)
  })

  test.each(['1', '1234567890', '123456789012', '1234567890a', '١٢٣٤٥٦٧٨٩٠١', '%20%20%20'])(
    'the NIN %s',
    async (typed) => {
      const { status, body } = await pressVerify(api, await theApplicant(api, 'adaeze'), typed)
      expect(status).toBe(400)
      expect(body.errors).toEqual([{ path: 'nin', message: 'A NIN has exactly 11 digits.' }])
      expect(await lookUps(api)).toBe(0)
    },
  )

  test.each([{ consent: 'yes' }, { consent: 1 }, [], 'true'])('the body %j', async (sent) => {
    expect((await pressVerify(api, await theApplicant(api, 'adaeze'), nin, sent)).status).toBe(400)
    expect(await lookUps(api)).toBe(0)
  })
})

describe('somebody else’s NIN', () => {
  test('leaves the account unverified, says which facts differ, and tells nothing of the register’s', async () => {
    const applicant = await theApplicant(api, 'adaeze', { surname: 'Okafor', dateOfBirth: '1990-01-01' })
    const { status, body } = await pressVerify(api, applicant, nin, { consent: true })
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'success',
      success: true,
      statusCode: 200,
      tabId: 1,
      message:
        'The record of this NIN does not match your account. Surname: does not match. First name: matches. ' +
        'Middle name: matches. Date of birth: does not match. Check the NIN, or contact us if your account is wrong.',
      data: nothing,
    })
    expect(JSON.stringify(body)).not.toMatch(/Okonkwo|1988|Aguata|0803/)
    expect(await hasVerified(api, applicant)).toBe(false)
    expect(await askedRows(api, applicant)).toMatchObject([
      { outcome: 'mismatch', recordSealed: null, photoFileId: null },
    ])
    expect(await lookUpDeeds(api, applicant)).toEqual([
      { outcome: 'mismatch', differences: ['surName', 'dateOfBirth'] },
    ])
  })

  test('asked about again costs nothing and answers the same', async () => {
    const applicant = await anApplicant(api)
    const first = await pressVerify(api, applicant, nin)
    expect((await pressVerify(api, applicant, nin)).body).toEqual(first.body)
    expect(await lookUps(api)).toBe(1)
  })

  test('is one’s own once the registry has corrected the account', async () => {
    const applicant = await theApplicant(api, 'adaeze', { surname: 'Okonkwor' })
    expect((await pressVerify(api, applicant, nin)).body.tabId).toBe(1)
    await api.database.db.update(accounts).set({ surname: 'Okonkwo' }).where(eq(accounts.id, applicant.id))
    expect((await pressVerify(api, applicant, nin)).body.tabId).toBe(2)
  })
})

describe('a NIN that is not in the register', () => {
  test('is 400, once looked up', async () => {
    const applicant = await anApplicant(api)
    for (let at = 0; at < 2; at++) {
      const { status, body } = await pressVerify(api, applicant, trouble.notFound)
      expect(status).toBe(400)
      expect(body).toMatchObject({
        code: 'nin_not_found',
        message: 'Contact customer service: this NIN was not found in the national register. Check it and try again.',
      })
    }
    expect(await lookUps(api)).toBe(1)
    expect(await lookUpDeeds(api, applicant)).toEqual([{ outcome: 'not_found' }])
  })
})

const unsealed = (sealed: Buffer | undefined) => createEncryption(api.config.secretKeys).open(sealed ?? Buffer.alloc(0))
