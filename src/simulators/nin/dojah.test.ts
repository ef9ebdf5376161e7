import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type NinSimulator, startNinSimulator } from './simulator.ts'

let simulator: NinSimulator

beforeAll(async () => {
  simulator = await startNinSimulator()
})
beforeEach(() => control('reset'))
afterAll(() => simulator.close())

function ask(nin: string, init: RequestInit = {}): Promise<Response> {
  const headers = { AppId: 'sim-app', Authorization: 'sim-nin-key' }
  return fetch(`${simulator.url}/api/v1/kyc/nin?nin=${nin}`, { headers, ...init })
}

const control = (name: string, body: unknown = {}) =>
  fetch(`${simulator.url}/simulator/${name}`, { method: 'POST', body: JSON.stringify(body) })

test('a known NIN returns the entity, with the birth date as yyyy-MM-dd', async () => {
  expect(await (await ask('10000000003')).json()).toEqual({
    entity: {
      first_name: 'Halima',
      middle_name: 'Sadiq',
      last_name: 'Danjuma-Bello',
      gender: 'FEMALE',
      phone_number: '08031110003',
      date_of_birth: '1985-01-21',
      photo: expect.stringMatching(/^\/9j\//),
      nin: '10000000003',
    },
  })
})

test('the sandbox NIN is known', async () => {
  expect((await (await ask('70123456789')).json()).entity).toMatchObject({ first_name: 'Nanribet' })
})

test.each([
  ['10000000091', 404, 'NIN not found'],
  ['10000000092', 424, 'Service is currently unavailable'],
  ['10000000093', 402, 'Your balance is low, please top up your wallet'],
  ['1234', 400, 'NIN must be 11 digits'],
])('%s answers %i: %s', async (nin, status, error) => {
  const answer = await ask(nin)
  expect([answer.status, await answer.json()]).toEqual([status, { error }])
})

test('one NIN is never answered', async () => {
  await expect(ask('10000000094', { signal: AbortSignal.timeout(150) })).rejects.toThrow('timeout')
})

test.each([
  ['no keys', {}],
  ['Bearer before the key', { AppId: 'sim-app', Authorization: 'Bearer sim-nin-key' }],
  ['a wrong app id', { AppId: 'nobody', Authorization: 'sim-nin-key' }],
])('%s is 401', async (_what, headers) => {
  expect((await ask('10000000001', { headers })).status).toBe(401)
})

test('a fault can move the photo, leave fields out, refuse the key or answer an error', async () => {
  await control('faults', { dojah: { photoIn: 'image', omit: ['phone_number'] } })
  const { entity } = await (await ask('10000000001')).json()
  expect(Object.keys(entity)).toEqual(expect.arrayContaining(['image']))
  expect(Object.keys(entity)).not.toContain('photo')
  expect(Object.keys(entity)).not.toContain('phone_number')

  await control('faults', { dojah: { badKey: true } })
  expect((await ask('10000000001')).status).toBe(401)
  await control('faults', { dojah: { errorStatus: 503 } })
  expect((await ask('10000000001')).status).toBe(503)
  await control('faults', { dojah: { hangUp: true } })
  await expect(ask('10000000001')).rejects.toThrow()
})
