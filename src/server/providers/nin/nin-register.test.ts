// Both adapters against the NIN simulator, over HTTP.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type NinSimulator, startNinSimulator } from '#simulators/nin/simulator.ts'
import { dojah } from './dojah.ts'
import type { NinRegister } from './nin-register.ts'
import { prembly } from './prembly.ts'

const TIME_LIMIT_MS = 600
const known = '10000000001'
const unavailable = (reason: string) => ({ kind: 'unavailable', reason })

let simulator: NinSimulator

beforeAll(async () => {
  simulator = await startNinSimulator()
})
afterAll(() => simulator.close())
beforeEach(() => control('reset', {}))

async function control(what: 'reset' | 'faults' | 'persons', body: object) {
  const response = await fetch(`${simulator.url}/simulator/${what}`, { method: 'POST', body: JSON.stringify(body) })
  expect(response.status).toBe(200)
}

type Changed = { apiKey?: string; appId?: string; path?: string }
const registers: Record<'prembly' | 'dojah', (changed?: Changed) => NinRegister> = {
  prembly: (changed) => prembly({ baseUrl: simulator.url, timeLimitMs: TIME_LIMIT_MS, ...simulator.keys, ...changed }),
  dojah: (changed) => dojah({ baseUrl: simulator.url, timeLimitMs: TIME_LIMIT_MS, ...simulator.keys, ...changed }),
}

describe.each(Object.entries(registers))('%s', (name, register) => {
  test('tells who a NIN belongs to, with a photo that is one', async () => {
    const answer = await register().lookUp(known)
    expect(answer).toMatchObject({
      kind: 'found',
      person: {
        nin: known,
        firstName: 'Adaeze',
        middleName: 'Chiamaka',
        surName: 'Okonkwo',
        dateOfBirth: '1988-04-12',
        gender: 'f',
        phone: '08031110001',
      },
    })
    expect(answer.kind === 'found' && answer.person.photo?.subarray(0, 2).toString('hex')).toBe('ffd8')
  })

  test.each([
    ['10000000091', { kind: 'notFound' }],
    ['10000000092', unavailable('down')],
    ['10000000093', unavailable('credit')],
    ['10000000094', unavailable('slow')],
    ['19999999999', { kind: 'notFound' }],
  ])('NIN %s', async (nin, answer) => {
    expect(await register().lookUp(nin)).toEqual(answer)
  })

  test.each([{ apiKey: 'wrong' }, { appId: 'wrong' }])('wrong credentials are refused: %j', async (wrong) => {
    expect(await register(wrong).lookUp(known)).toEqual(unavailable('refused'))
  })

  test.each<[object, string]>([
    [{ neverAnswers: true }, 'slow'],
    [{ delayMs: 2 * TIME_LIMIT_MS }, 'slow'],
    [{ hangUp: true }, 'down'],
    [{ http500: true }, 'down'],
    [{ html: true }, 'garbage'],
    [{ redirect: true }, 'garbage'],
    [{ badKey: true }, 'refused'],
  ])('%j: %s', async (fault, reason) => {
    await control('faults', { [name]: fault })
    expect(await register().lookUp(known)).toEqual(unavailable(reason))
  })

  test('a photo that is none is left out, and the person is found all the same', async () => {
    await control('persons', {
      nin: '10000000777',
      firstName: 'Bola',
      surName: 'Adeyemi',
      gender: 'm',
      dateOfBirth: '1990-01-21',
      photo: Buffer.from('not a picture').toString('base64'),
    })
    expect(await register().lookUp('10000000777')).toMatchObject({
      kind: 'found',
      person: { surName: 'Adeyemi', photo: null },
    })
  })
})

describe('prembly', () => {
  test('tells state and next of kin too', async () => {
    expect(await registers.prembly().lookUp(known)).toMatchObject({
      person: { state: 'Anambra', lga: 'Aguata', nokState: 'Anambra', nokLga: 'Awka South' },
    })
  })

  test.each(['/verification/vnin-basic', '/identitypass/verification/vnin'])('may be reached at %s', async (path) => {
    expect(await registers.prembly({ path }).lookUp(known)).toMatchObject({ kind: 'found' })
  })

  test('needs no app id with newer accounts', async () => {
    const register = prembly({ baseUrl: simulator.url, apiKey: simulator.keys.apiKey })
    expect(await register.lookUp(known)).toMatchObject({ kind: 'found' })
  })

  test.each(['dd-MM-yyyy', 'yyyy-MM-dd', 'dd MMM yyyy'])('writes birth dates as it likes: %s', async (birthdateAs) => {
    await control('faults', { prembly: { birthdateAs, dataIn: 'data' } })
    expect(await registers.prembly().lookUp(known)).toMatchObject({ person: { dateOfBirth: '1988-04-12' } })
  })
})
