// Both adapters against the NIN simulator, over HTTP.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type NinSimulator, startNinSimulator } from '#simulators/nin/simulator.ts'
import { createJpegOf } from '#tests/support/fixtures/sample-files.ts'
import { inspectFile } from '../files/inspect/inspect-file.ts'
import { createDojahRegister } from './dojah.ts'
import type { NinRegister } from './nin-register.ts'
import { createPremblyRegister } from './prembly.ts'

const inspector = { inspect: inspectFile }
const timeoutMs = 600
const knownNin = '10000000001'
const unavailable = (reason: string) => ({ kind: 'unavailable', reason })

const bola = { nin: '10000000777', firstName: 'Bola', surName: 'Adeyemi', gender: 'm', dateOfBirth: '1990-01-21' }

let simulator: NinSimulator

beforeAll(async () => {
  simulator = await startNinSimulator()
})
afterAll(() => simulator.close())
beforeEach(() => control('reset', {}))

async function control(name: 'reset' | 'faults' | 'persons', body: object) {
  const response = await fetch(`${simulator.url}/simulator/${name}`, { method: 'POST', body: JSON.stringify(body) })
  expect(response.status).toBe(200)
}

type Overrides = { apiKey?: string; appId?: string; path?: string }
const registers: Record<'prembly' | 'dojah', (overrides?: Overrides) => NinRegister> = {
  prembly: (overrides) =>
    createPremblyRegister({ baseUrl: simulator.url, timeoutMs, ...simulator.keys, ...overrides }, inspector),
  dojah: (overrides) =>
    createDojahRegister({ baseUrl: simulator.url, timeoutMs, ...simulator.keys, ...overrides }, inspector),
}

describe.each(Object.entries(registers))('%s', (name, createRegister) => {
  test('returns the person of a NIN, with a photo', async () => {
    const answer = await createRegister().lookUp(knownNin)
    expect(answer).toMatchObject({
      kind: 'found',
      person: {
        nin: knownNin,
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
    expect(await createRegister().lookUp(nin)).toEqual(answer)
  })

  test.each([{ apiKey: 'wrong' }, { appId: 'wrong' }])('wrong credentials are refused: %j', async (wrong) => {
    expect(await createRegister(wrong).lookUp(knownNin)).toEqual(unavailable('refused'))
  })

  test.each<[object, string]>([
    [{ neverAnswers: true }, 'slow'],
    [{ delayMs: 2 * timeoutMs }, 'slow'],
    [{ hangUp: true }, 'down'],
    [{ http500: true }, 'down'],
    [{ html: true }, 'garbage'],
    [{ redirect: true }, 'garbage'],
    [{ badKey: true }, 'refused'],
  ])('%j: %s', async (fault, reason) => {
    await control('faults', { [name]: fault })
    expect(await createRegister().lookUp(knownNin)).toEqual(unavailable(reason))
  })

  test('the largest photo arrives whole, a larger one is left out, and a reply with much more is not read', async () => {
    const photo = await createJpegOf(200 * 1024)
    await control('persons', { ...bola, photo: photo.toString('base64') })
    const answer = await createRegister().lookUp(bola.nin)
    expect(answer.kind === 'found' && answer.person.photo?.equals(photo)).toBe(true)
    const large = await createJpegOf(600 * 1024)
    await control('persons', { ...bola, photo: large.toString('base64') })
    expect(await createRegister().lookUp(bola.nin)).toMatchObject({
      kind: 'found',
      person: { surName: 'Adeyemi', photo: null },
    })
    await control('persons', { ...bola, photo: 'A'.repeat(900 * 1024) })
    expect(await createRegister().lookUp(bola.nin)).toEqual(unavailable('garbage'))
  })

  test('an invalid photo is left out, and the person is still found', async () => {
    await control('persons', { ...bola, photo: Buffer.from('not a picture').toString('base64') })
    expect(await createRegister().lookUp(bola.nin)).toMatchObject({
      kind: 'found',
      person: { surName: 'Adeyemi', photo: null },
    })
  })
})

describe('prembly', () => {
  test('returns state and next of kin too', async () => {
    expect(await registers.prembly().lookUp(knownNin)).toMatchObject({
      person: { state: 'Anambra', lga: 'Aguata', nokState: 'Anambra', nokLga: 'Awka South' },
    })
  })

  test.each(['/verification/vnin-basic', '/identitypass/verification/vnin'])('can be called at %s', async (path) => {
    expect(await registers.prembly({ path }).lookUp(knownNin)).toMatchObject({ kind: 'found' })
  })

  test('needs no app id with newer accounts', async () => {
    const register = createPremblyRegister({ baseUrl: simulator.url, apiKey: simulator.keys.apiKey }, inspector)
    expect(await register.lookUp(knownNin)).toMatchObject({ kind: 'found' })
  })

  test.each(['dd-MM-yyyy', 'yyyy-MM-dd', 'dd MMM yyyy'])('can send birth dates as %s', async (birthdateAs) => {
    await control('faults', { prembly: { birthdateAs, dataIn: 'data' } })
    expect(await registers.prembly().lookUp(knownNin)).toMatchObject({ person: { dateOfBirth: '1988-04-12' } })
  })
})
