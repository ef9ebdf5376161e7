// Recorded replies of both providers, in their variants.
import { describe, expect, test } from 'vitest'
import { readDojahReply } from './dojah.ts'
import { readPremblyReply } from './prembly.ts'

const nin = '12345678909'

const ninData = {
  nin,
  firstname: 'Adaeze',
  middlename: 'Chiamaka',
  surname: 'OKONKWO',
  gender: 'f',
  birthdate: '12-04-1988',
  telephoneno: '08031110001',
  self_origin_state: 'Anambra',
  self_origin_lga: 'Aguata',
  residence_state: 'Lagos',
  residence_lga: 'Ikeja',
  nok_state: 'Enugu',
  nok_lga: 'Nsukka',
  photo: 'cGhvdG8=',
}
const person = {
  nin,
  firstName: 'Adaeze',
  middleName: 'Chiamaka',
  surName: 'OKONKWO',
  gender: 'f',
  dateOfBirth: '1988-04-12',
  phone: '08031110001',
  state: 'Anambra',
  lga: 'Aguata',
  nokState: 'Enugu',
  nokLga: 'Nsukka',
}
const success = { status: true, response_code: '00', detail: 'Verification Successful' }
const unavailable = (reason: string) => ({ kind: 'unavailable', reason })

describe('Prembly', () => {
  const read = (body: unknown, status = 200) =>
    readPremblyReply(status, typeof body === 'string' ? body : JSON.stringify(body), nin)

  test.each(['nin_data', 'data'])('a person in %s is found with every stored field', (place) => {
    expect(read({ ...success, [place]: ninData })).toEqual({ kind: 'found', person, photo: 'cGhvdG8=' })
  })

  test.each([
    ['1988-04-12', '1988-04-12'],
    ['12 APR 1988', '1988-04-12'],
    ['', ''],
  ])('a birth date of %j', (birthdate, dateOfBirth) => {
    expect(read({ ...success, nin_data: { ...ninData, birthdate } })).toMatchObject({ person: { dateOfBirth } })
  })

  test.each([
    ['m', 'm'],
    ['Male', 'm'],
    ['FEMALE', 'f'],
    ['', ''],
    ['unknown', ''],
    ['mixed', ''],
    ['none of f', ''],
    ['few', ''],
    ['a male', ''],
  ])('a gender of %j', (gender, told) => {
    expect(read({ ...success, nin_data: { ...ninData, gender } })).toMatchObject({ person: { gender: told } })
  })

  test('the residence replaces a missing origin', () => {
    const { self_origin_state: _, self_origin_lga: __, ...rest } = ninData
    expect(read({ ...success, nin_data: { ...rest, self_origin_lga: '****' } })).toMatchObject({
      person: { state: 'Lagos', lga: 'Ikeja' },
    })
  })

  test.each(['firstname', 'surname'])('a person without a %s is found by the other name', (missing) => {
    const data = { ...ninData, [missing]: '' }
    expect(read({ ...success, nin_data: data })).toMatchObject({ kind: 'found', person: { phone: person.phone } })
  })

  test('a person who stands beside an empty list is found', () => {
    expect(read({ ...success, nin_data: [], data: ninData })).toMatchObject({ kind: 'found', person: { nin } })
  })

  test('a missing, blank, masked or non-text value is empty, and so is the word for none', () => {
    const sparse = {
      firstname: 'Adaeze',
      surname: null,
      middlename: '****',
      telephoneno: ' ',
      nok_state: {},
      self_origin_lga: 'null',
      residence_lga: 'N/A',
      nok_lga: 'undefined',
      photo: 7n.toString(),
    }
    expect(read({ ...success, nin_data: sparse })).toMatchObject({
      kind: 'found',
      person: {
        nin,
        firstName: 'Adaeze',
        surName: '',
        middleName: '',
        phone: '',
        lga: '',
        nokState: '',
        nokLga: '',
        dateOfBirth: '',
        gender: '',
      },
    })
  })

  test.each([
    ['01', { kind: 'notFound' }],
    ['02', unavailable('down')],
    ['03', unavailable('credit')],
    ['99', unavailable('garbage')],
  ])('the code %s, even beside status true', (response_code, answer) => {
    expect(read({ status: true, response_code, nin_data: ninData })).toEqual(answer)
  })

  test.each([
    [400, unavailable('garbage')],
    [401, unavailable('refused')],
    [402, unavailable('credit')],
    [403, unavailable('refused')],
    [404, unavailable('garbage')],
    [429, unavailable('down')],
    [500, unavailable('down')],
    [503, unavailable('down')],
  ])('HTTP %i without a code', (status, answer) => {
    expect(read({ status: false, detail: 'no' }, status)).toEqual(answer)
    expect(read('<html></html>', status)).toEqual(answer)
  })

  test('a person with HTTP 500 is ignored', () => {
    expect(read({ ...success, nin_data: ninData }, 500)).toEqual(unavailable('down'))
  })

  test.each<[string, unknown]>([
    ['HTML', '<html></html>'],
    ['nothing', ''],
    ['a list', []],
    ['success without a person', success],
    ['success with a list of persons', { ...success, nin_data: [ninData] }],
    ['a person without a name', { ...success, nin_data: { ...ninData, firstname: '', surname: '' } }],
    ['somebody else', { ...success, nin_data: { ...ninData, nin: '99999999999' } }],
  ])('%s is garbage', (_what, body) => {
    expect(read(body)).toEqual(unavailable('garbage'))
  })
})

describe('Dojah', () => {
  const read = (body: unknown, status = 200) =>
    readDojahReply(status, typeof body === 'string' ? body : JSON.stringify(body), nin)
  const entity = {
    first_name: 'Adaeze',
    middle_name: 'Chiamaka',
    last_name: 'OKONKWO',
    gender: 'Female',
    phone_number: '08031110001',
    date_of_birth: '1988-04-12',
    nin,
  }

  test.each(['photo', 'image'])('a person is found, the photo in %s, without state and next of kin', (place) => {
    expect(read({ entity: { ...entity, [place]: 'cGhvdG8=' } })).toEqual({
      kind: 'found',
      person: { ...person, state: '', lga: '', nokState: '', nokLga: '' },
      photo: 'cGhvdG8=',
    })
  })

  test('numbers are read as texts', () => {
    expect(read({ entity: { ...entity, phone_number: 8031110001 } })).toMatchObject({ person: { phone: '8031110001' } })
  })

  test.each([
    [200, 'NIN not found', { kind: 'notFound' }],
    [404, 'NIN not found', { kind: 'notFound' }],
    [400, 'Record not found', { kind: 'notFound' }],
    [402, 'Payment required', unavailable('credit')],
    [400, 'Your balance is low', unavailable('credit')],
    [400, 'Please top up your wallet', unavailable('credit')],
    [400, 'Insufficient credit', unavailable('credit')],
    [401, 'Unauthorized', unavailable('refused')],
    [424, 'Service is currently unavailable', unavailable('down')],
    [400, 'NIN must be 11 digits', unavailable('garbage')],
    [500, 'NIN not found', unavailable('down')],
    [200, 'odd', unavailable('garbage')],
  ])('HTTP %i, %j', (status, error, answer) => {
    expect(read({ error }, status)).toEqual(answer)
    expect(read({ error, entity: [] }, status)).toEqual(answer)
  })

  test.each<[string, unknown, number]>([
    ['HTML', '<html>not found</html>', 404],
    ['an empty entity', { entity: {} }, 200],
    ['no entity', { entity: null }, 200],
    ['a list of persons', { entity: [entity] }, 200],
    ['a person with an error', { entity }, 400],
    ['somebody else', { entity: { ...entity, nin: '99999999999' } }, 200],
  ])('%s is garbage', (_what, body, status) => {
    expect(read(body, status)).toEqual(unavailable('garbage'))
  })
})
