import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type NinSimulator, startNinSimulator } from './simulator.ts'

let simulator: NinSimulator

beforeAll(async () => {
  simulator = await startNinSimulator()
})
beforeEach(() => control('reset'))
afterAll(() => simulator.close())

function ask(nin: unknown, init: RequestInit = {}, path = '/verification/vnin'): Promise<Response> {
  return fetch(simulator.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'sim-nin-key' },
    body: JSON.stringify({ number_nin: nin }),
    ...init,
  })
}

const control = (name: string, body: unknown = {}) =>
  fetch(`${simulator.url}/simulator/${name}`, { method: 'POST', body: JSON.stringify(body) })

test('a known NIN returns the whole record', async () => {
  const answer = await (await ask('10000000001')).json()
  expect(answer).toEqual({
    status: true,
    response_code: '00',
    detail: 'Verification Successful',
    message: 'Verification Successful',
    nin_data: {
      nin: '10000000001',
      firstname: 'Adaeze',
      middlename: 'Chiamaka',
      surname: 'Okonkwo',
      gender: 'f',
      birthdate: '12-04-1988',
      birthcountry: 'nigeria',
      birthstate: 'Anambra',
      birthlga: 'Aguata',
      telephoneno: '08031110001',
      self_origin_state: 'Anambra',
      self_origin_lga: 'Aguata',
      residence_state: 'Lagos',
      residence_lga: 'Ikeja',
      residence_address: '14 Palm Close',
      nok_firstname: 'Obiora',
      nok_surname: 'Okonkwo',
      nok_state: 'Anambra',
      nok_lga: 'Awka South',
      photo: expect.any(String),
    },
    verification: { status: 'VERIFIED', reference: expect.any(String) },
  })
})

test.each([
  ['10000000001', 'Adaeze Chiamaka Okonkwo', '12-04-1988'],
  ['10000000002', 'Babatunde Ayodele Fasanya', '1979-11-03'],
  ['10000000003', 'Halima Sadiq Danjuma-Bello', '21 JAN 1985'],
  ['10000000004', 'Emeka Obinna Nwachukwu-Eze', '30-07-1982'],
  ['10000000005', 'Funmilayo Abike Oládípò', '1990-09-15'],
  ['10000000006', 'Ibrahim Musa Garkuwa', '28 FEB 1976'],
  ['10000000007', 'Oghenetega Efe Umukoro', '09-12-1987'],
  ['10000000090', 'Terhemba Iorfa Agundu', '05-05-1968'],
  ['12345678909', 'Ebiere Tari Dokubo', '21 JAN 1990'],
  ['70123456789', 'Nanribet Dakun Goshit', '1984-08-17'],
])('%s is %s, born %s', async (nin, name, birthdate) => {
  const { nin_data: data } = await (await ask(nin)).json()
  expect(`${data.firstname} ${data.middlename} ${data.surname}`).toBe(name)
  expect(data.birthdate).toBe(birthdate)
})

test('every portrait is a small JPEG of its own', async () => {
  const nins = ['10000000001', '10000000002', '10000000003', '10000000004', '10000000005', '10000000006', '10000000007']
  const photos = await Promise.all(nins.map(async (nin) => (await (await ask(nin)).json()).nin_data.photo as string))
  for (const photo of photos) {
    const bytes = Buffer.from(photo, 'base64')
    expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff')
    expect(bytes.length).toBeGreaterThan(2000)
    expect(bytes.length).toBeLessThan(6000)
  }
  expect(new Set(photos).size).toBe(nins.length)
})

test.each(['/verification/vnin', '/verification/vnin-basic', '/identitypass/verification/vnin'])(
  'the same call is available at %s',
  async (path) => {
    expect(await (await ask('10000000001', {}, path)).json()).toMatchObject({ response_code: '00' })
  },
)

test('not found comes with status true and its own code', async () => {
  const answer = await ask('10000000091')
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ status: true, response_code: '01', detail: 'Record not found' })
  expect(await (await ask('99999999999')).json()).toMatchObject({ response_code: '01' })
})

test('the service being down is 02 and an empty wallet 03, both with HTTP 200', async () => {
  const down = await ask('10000000092')
  expect([down.status, (await down.json()).response_code]).toEqual([200, '02'])
  const outOfCredit = await ask('10000000093')
  expect([outOfCredit.status, (await outOfCredit.json()).response_code]).toEqual([200, '03'])
})

test('one NIN is never answered', async () => {
  await expect(ask('10000000094', { signal: AbortSignal.timeout(150) })).rejects.toThrow('timeout')
})

test.each([
  ['no key', {}],
  ['a wrong key', { 'x-api-key': 'nobody' }],
  ['a wrong app id beside the right key', { 'x-api-key': 'sim-nin-key', 'app-id': 'nobody' }],
])('%s is 401', async (_what, headers) => {
  const answer = await ask('10000000001', { headers })
  expect(answer.status).toBe(401)
  expect(await answer.text()).not.toContain('Adaeze')
})

test('the app id of older accounts is accepted', async () => {
  const headers = { 'x-api-key': 'sim-nin-key', 'app-id': 'sim-app' }
  expect((await ask('10000000001', { headers })).status).toBe(200)
})

test.each(['1234', '1234567890a', 10_000_000_001, undefined])('%j is not a NIN', async (nin) => {
  expect((await ask(nin)).status).toBe(400)
})

describe('a fault', () => {
  const set = (prembly: object) => control('faults', { prembly })

  test.each(['01', '02', '03', '99'])('answers every request with code %s', async (code) => {
    await set({ code })
    expect(await (await ask('10000000001')).json()).toMatchObject({ response_code: code })
  })

  test('refuses the key once', async () => {
    await set({ badKey: true, times: 1 })
    expect([(await ask('10000000001')).status, (await ask('10000000001')).status]).toEqual([401, 200])
  })

  test.each([
    ['dd-MM-yyyy', '12-04-1988'],
    ['yyyy-MM-dd', '1988-04-12'],
    ['dd MMM yyyy', '12 APR 1988'],
  ])('writes birth dates as %s', async (birthdateAs, birthdate) => {
    await set({ birthdateAs })
    expect((await (await ask('10000000001')).json()).nin_data.birthdate).toBe(birthdate)
  })

  test('puts the person under data and leaves fields out', async () => {
    await set({ dataIn: 'data', omit: ['photo', 'middlename'] })
    const answer = await (await ask('10000000001')).json()
    expect(answer.nin_data).toBeUndefined()
    expect(answer.data).toMatchObject({ firstname: 'Adaeze' })
    expect(Object.keys(answer.data)).not.toContain('photo')
    expect(Object.keys(answer.data)).not.toContain('middlename')
  })

  test('affects the transport as in every simulator', async () => {
    await set({ http500: true })
    expect((await ask('10000000001')).status).toBe(500)
    await set({ html: true })
    expect(await (await ask('10000000001')).text()).toContain('<!DOCTYPE html>')
    await set({ neverAnswers: true })
    await expect(ask('10000000001', { signal: AbortSignal.timeout(150) })).rejects.toThrow('timeout')
  })
})

describe('the controls', () => {
  test('count the requests', async () => {
    await ask('10000000001')
    await ask('10000000091')
    const { counts, requests } = await (await fetch(`${simulator.url}/simulator/requests`)).json()
    expect(counts).toEqual({ prembly: 2 })
    expect(requests[1]).toMatchObject({ path: '/verification/vnin', body: '{"number_nin":"10000000091"}' })
  })

  test('add a person until the next reset', async () => {
    const person = {
      nin: '20000000001',
      firstName: 'Zainab',
      surName: 'Lawal',
      gender: 'Female',
      dateOfBirth: '1991-06-30',
    }
    expect((await control('persons', person)).status).toBe(200)
    expect((await (await ask('20000000001')).json()).nin_data).toMatchObject({
      surname: 'Lawal',
      birthdate: '30-06-1991',
    })
    await control('reset')
    expect(await (await ask('20000000001')).json()).toMatchObject({ response_code: '01' })
  })

  test('refuse a person without a NIN', async () => {
    const answer = await control('persons', { firstName: 'Zainab' })
    expect(answer.status).toBe(400)
    expect((await answer.json()).error).toContain('at nin')
  })
})
