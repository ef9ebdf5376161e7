import { describe, expect, test } from 'vitest'
import { compareIdentity, type IdentityFacts } from './name-matching.ts'

/** "Surname, First name, Middle name" */
function person(names: string, dateOfBirth = '1988-04-12'): IdentityFacts {
  const [surName = '', firstName = '', middleName = ''] = names.split(',').map((name) => name.trim())
  return { surName, firstName, middleName, dateOfBirth }
}

describe('the same person', () => {
  test.each([
    ['written alike', 'Okonkwo, Adaeze, Chiamaka', 'Okonkwo, Adaeze, Chiamaka'],
    ['in capitals', 'Okonkwo, Adaeze, Chiamaka', 'OKONKWO, ADAEZE, CHIAMAKA'],
    ['with Yoruba accents and dots', 'Oladipo, Funmilayo, Abike', 'Ọládípọ̀, Fúnmiláyọ̀, Àbíkẹ́'],
    ['with Yoruba ṣ', 'Osoba, Segun', 'Ọ̀ṣọbà, Ṣẹ́gun'],
    ['with Igbo dots and ń', 'Nwokocha, Ifeoma', 'Nwọkọcha, Ịfeọma'],
    ['with Igbo ṅ', 'Ngene, Anyanwu', 'Ṅgene, Aṅyanwụ'],
    ['with Hausa hooks', 'Barau, Dan Kano', 'Ɓarau, Ɗan Ƙano'],
    ['with the Hausa apostrophe', "Sa'adu, Ya’u", 'Saadu, Yau'],
    ['with another apostrophe', 'Danʼasabe, Ladi', "Dan'asabe, Ladi"],
    ['with accents composed or not', 'O\u0301la, Sade', '\u00d3la, Sade'],
    ['in another order', 'Okonkwo, Adaeze, Chiamaka', 'Chiamaka, Okonkwo, Adaeze'],
    ['with surname and first name exchanged', 'Musa, Ibrahim', 'Ibrahim, Musa'],
    ['with a hyphen on one side', 'Danjuma-Bello, Halima, Sadiq', 'Danjuma Bello, Halima, Sadiq'],
    ['with another dash', 'Danjuma–Bello, Halima', 'Danjuma-Bello, Halima'],
    ['with a name in one word or two', 'Yusuf, Abdul Rahman', 'Yusuf, Abdulrahman'],
    ['with a hyphenated name in one word', 'Eze, Chukwu-Emeka', 'Eze, Chukwuemeka'],
    ['with a surname in one word or two', 'De Silva, Ana', 'Desilva, Ana'],
    ['with a middle name of both other names', 'Abdul, Rahman', 'Abdul, Rahman, Abdulrahman'],
    ['with spaces here and there', '  Okonkwo ,  Adaeze   Chiamaka ', 'Okonkwo, Adaeze, Chiamaka'],
    ['without middle name in the register', 'Okonkwo, Adaeze, Chiamaka', 'Okonkwo, Adaeze'],
    ['without middle name in the account', 'Okonkwo, Adaeze', 'Okonkwo, Adaeze, Chiamaka'],
    ['with the middle name in the first name', 'Okonkwo, Adaeze', 'Okonkwo, Adaeze Chiamaka'],
    ['with a middle name more', 'Okonkwo, Adaeze, Chiamaka', 'Okonkwo, Adaeze, Chiamaka Ngozi'],
    ['with an initial', 'Okonkwo, Adaeze, C.', 'Okonkwo, Adaeze, Chiamaka'],
    ['with the same name twice', 'Musa, Musa', 'MUSA, MUSA'],
  ])('%s', (_how, account, register) => {
    expect(compareIdentity(person(account), person(register))).toEqual([])
    expect(compareIdentity(person(register), person(account))).toEqual([])
  })
})

describe('another person', () => {
  test.each([
    ['another surname', 'Okonkwo, Adaeze', 'Okafor, Adaeze', ['surName']],
    ['another first name', 'Okonkwo, Adaeze', 'Okonkwo, Adaora', ['firstName']],
    ['another surname and no middle name', 'Okonkwo, Adaeze, Chiamaka', 'Okafor, Adaeze', ['surName']],
    ['another middle name', 'Okonkwo, Adaeze, Chiamaka', 'Okonkwo, Adaeze, Ngozi', ['middleName']],
    [
      'another middle name of the same initial',
      'Okonkwo, Adaeze, Chiamaka',
      'Okonkwo, Adaeze, Chidera',
      ['middleName'],
    ],
    ['another initial', 'Okonkwo, Adaeze, N', 'Okonkwo, Adaeze, Chiamaka', ['middleName']],
    ['an initial for a first name', 'Okonkwo, A., Chiamaka', 'Okonkwo, Adaeze, Chiamaka', ['firstName']],
    ['half of a double surname', 'Danjuma-Bello, Halima', 'Danjuma, Halima', ['surName']],
    ['the other half as well', 'Danjuma, Halima', 'Danjuma-Bello, Halima', ['surName']],
    ['one character more', 'Okonkwo, Adaeze', 'Okonkwor, Adaeze', ['surName']],
    ['one name for two', 'Musa, Musa', 'Musa, Ibrahim', ['firstName']],
    ['no surname', 'Okonkwo, Adaeze', ', Adaeze', ['surName']],
    ['no names at all', 'Okonkwo, Adaeze', ',', ['surName', 'firstName']],
    ['signs in place of names', '-, -', 'Okonkwo, Adaeze', ['surName', 'firstName']],
    [
      'nothing in common',
      'Okonkwo, Adaeze, Chiamaka',
      'Agundu, Terhemba, Iorfa',
      ['surName', 'firstName', 'middleName'],
    ],
  ])('%s', (_how, account, register, expected) => {
    expect(compareIdentity(person(account), person(register))).toEqual(expected)
    expect(compareIdentity(person(register), person(account))).toEqual(expected)
  })

  test('whose names all stand in the middle name on one side', () => {
    const named = person('Okonkwo, Adaeze')
    const unnamed = person(', , Okonkwo Adaeze')
    for (const [ours, theirs] of [[named, unnamed] as const, [unnamed, named] as const])
      expect(compareIdentity(ours, theirs)).toEqual(['surName', 'firstName'])
  })

  test('born on another day', () => {
    expect(compareIdentity(person('A, B', '1988-04-12'), person('A, B', '1988-12-04'))).toEqual(['dateOfBirth'])
  })

  test('whose birth date is not known', () => {
    expect(compareIdentity(person('A, B', '1988-04-12'), person('A, B', ''))).toEqual(['dateOfBirth'])
    expect(compareIdentity(person('A, B', ''), person('A, B', ''))).toEqual(['dateOfBirth'])
  })
})
