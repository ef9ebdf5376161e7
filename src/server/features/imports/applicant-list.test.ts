import { expect, test } from 'vitest'
import { posts } from '#shared/reference-data/posts.ts'
import { readLines, toApplicantTable } from './applicant-list.ts'

const headings =
  'Surname,First name,Middle name,Email,Phone,Date of birth,Gender,State,LGA,School,Department,Role,Fee,Charge'
const amina =
  'Bello,Amina,,amina@example.org,08031234567,1985-06-15,f,Kaduna,Zaria,Technology,Computer Science,Lecturer II,,'

const context = { posts, feeKobo: 1_200_000, chargeKobo: 50_000, today: new Date('2024-05-01') }

async function read(...lines: string[]) {
  const found = await readLines(toApplicantTable([headings, ...lines].join('\n')), context)
  return 'errors' in found ? [] : found.lines
}

async function listErrors(text: string) {
  const found = await readLines(toApplicantTable(text), context)
  const errors =
    'errors' in found
      ? found.errors
      : found.lines.flatMap(({ line, errors }) => errors.map((error) => ({ line, ...error })))
  return errors.map(({ line, column, reason }) => `${line} ${column}: ${reason}`)
}
const listErrorsOf = (...lines: string[]) => listErrors([headings, ...lines].join('\n'))

test('a row becomes an applicant with the fee and charge of the exercise', async () => {
  expect(await read(amina)).toMatchObject([
    {
      line: 2,
      errors: [],
      applicant: {
        surname: 'Bello',
        firstName: 'Amina',
        middleName: '',
        email: 'amina@example.org',
        phone: '08031234567',
        dateOfBirth: '1985-06-15',
        gender: 'f',
        state: 'kaduna',
        lga: 'Zaria',
        school: 'Technology',
        department: 'Computer Science',
        role: 'Lecturer II',
        feeKobo: 1_200_000,
        chargeKobo: 50_000,
      },
    },
  ])
})

test('an applicant may have an own fee, a date with slashes, a gender in full and a phone number with +234', async () => {
  const line =
    'Eze,Obi,Ada,Obi@Example.org,+234 803 123 4567,5/1/1979,Male,IMO,owerri municipal,General Studies,,Lecturer II Mathematics,9000.50,0'
  expect((await read(line))[0]?.applicant).toMatchObject({
    email: 'obi@example.org',
    phone: '08031234567',
    dateOfBirth: '1979-01-05',
    gender: 'm',
    state: 'imo',
    lga: 'Owerri Municipal',
    department: null,
    feeKobo: 900_050,
    chargeKobo: 0,
  })
})

test.each(['15-06-1985', '15.6.1985', '15-Jun-1985', '15 June 1985', '1985-06-15 00:00', '15/06/1985 12:00:00 AM'])(
  'a birth date may be written %s',
  async (written) => {
    const [found] = await read(amina.replace('1985-06-15', written))
    expect(found).toMatchObject({ errors: [], applicant: { dateOfBirth: '1985-06-15' } })
  },
)

test('post, state and LGA may be written in capitals and with more spaces, and are kept as the exercise names them', async () => {
  const written = amina.toUpperCase().replace('COMPUTER SCIENCE', 'Computer\u00a0 science')
  const [found] = await read(written)
  expect(found).toMatchObject({
    errors: [],
    applicant: { school: 'Technology', department: 'Computer Science', role: 'Lecturer II', lga: 'Zaria' },
  })
  const twins = [{ school: 'Technology', department: 'Computer Science', roles: ['LECTURER II', 'Lecturer II'] }]
  const table = toApplicantTable([headings, amina].join('\n'))
  expect(await readLines(table, { ...context, posts: twins })).toMatchObject({
    lines: [{ applicant: { role: 'Lecturer II' } }],
  })
})

test('a phone number that a spreadsheet took for a number gets its 0 again', async () => {
  for (const written of ['8031234567', '803-123-4567'])
    expect(await read(amina.replace('08031234567', written))).toMatchObject([{ applicant: { phone: '08031234567' } }])
})

test.each(['Federal Capital Territory', 'abuja'])('a state is named as %s', async (state) => {
  const [found] = await read(amina.replace('Kaduna,Zaria', `${state},Bwari`))
  expect(found?.applicant).toMatchObject({ state: 'abuja', lga: 'Bwari' })
})

test('every error of a row is reported with its column and reason', async () => {
  expect(
    await listErrorsOf(amina, ',,,amina,803123456,31/02/1985,x,Wakanda,Zaria,Technology,Physics,Lecturer II,free,'),
  ).toEqual([
    '3 surname: is missing',
    '3 first name: is missing',
    '3 email: is not an email address',
    '3 phone: must have 11 digits and begin with 0, such as 08031234567',
    '3 date of birth: must be a date such as 1985-06-15 or 15/06/1985',
    '3 gender: must be m or f',
    '3 fee: must be naira in figures, such as 12000',
    '3 state: there is no state Wakanda',
    '3 department: Technology has no department Physics',
  ])
})

test.each([
  ['Zaria', 'Ikeja', '2 LGA: Kaduna has no LGA Ikeja'],
  ['Technology', 'Medicine', '2 school: there is no school Medicine'],
  ['Lecturer II', 'Professor', '2 role: Professor is not open in Computer Science'],
  ['Technology,Computer Science', 'General Studies,', '2 role: Lecturer II is not open in General Studies'],
  ['Computer Science', '', '2 department: is missing'],
  ['1985-06-15', '2031-01-01', '2 date of birth: is not in the past'],
  ['1985-06-15', '2024-05-01', '2 date of birth: is not in the past'],
  ['1985-06-15', '15/06/0085', '2 date of birth: is before 1900'],
  ['1985-06-15', '=B2', '2 date of birth: is a formula; enter its value'],
  ['1985-06-15', '1985-13-45', '2 date of birth: must be a date such as 1985-06-15 or 15/06/1985'],
])('with %s replaced by "%s" the row is refused: %s', async (right, wrong, error) => {
  expect(await listErrorsOf(amina.replace(right, wrong))).toEqual([error])
})

test.each([
  ['Technology', 'Computer Science', 'Lecturer II', true],
  ['Technology', 'Computer Science', 'Professor', false],
  ['Management', 'Computer Science', 'Lecturer II', false],
  ['Technology', '', 'Lecturer II', false],
  ['General Studies', '', 'Lecturer II Mathematics', true],
  ['General Studies', 'Accountancy', 'Lecturer II Mathematics', false],
])('in %s, %s: %s is open: %s', async (school, department, role, isOpen) => {
  const post = [school, department, role].join(',')
  const [found] = await read(amina.replace('Technology,Computer Science,Lecturer II', post))
  expect(found?.applicant !== null).toBe(isOpen)
})

test('an applicant who is listed twice is reported with both lines', async () => {
  const again = amina.replace('amina@', 'AMINA@')
  expect(await listErrorsOf(amina, again, amina)).toEqual(['3 email: is on line 2 too', '4 email: is on line 2 too'])
})

test('a comma outside quotes is reported', async () => {
  expect(await listErrorsOf(`${amina},more`)).toEqual([
    '2 : has more cells than there are headings; a cell with a comma in it must stand in quotes',
  ])
})

test('columns that a spreadsheet has only formatted are no columns, unless something stands in them', async () => {
  const list = (cell: string) => [`${headings},,`, `${amina},,`, `${amina.replace('amina@', 'a@')},,${cell}`].join('\n')
  expect(await listErrors(list(''))).toEqual([])
  expect(await listErrors(list('more'))).toEqual([
    '3 : has more cells than there are headings; a cell with a comma in it must stand in quotes',
  ])
  // An amount with a comma in it would be read as another one.
  expect(await listErrorsOf(`${amina.slice(0, -2)},12,000,`)).toHaveLength(1)
})

test('titles may stand above the headings, and a wrong heading is still named by its line', async () => {
  const title = 'Federal Polytechnic,,,\nList of applicants,,,,\n\nDate,5/1/2024\n'
  expect(await listErrors(`${title}${headings}\n${amina}\n${amina}`)).toEqual(['7 email: is on line 6 too'])
  expect(await listErrors(`${title}Nickname,${headings}\n1,${amina}`)).toEqual([
    '5 Nickname: is not a column of this list',
  ])
})

test.each(['S/N', 's/no.', 'Serial number'])('a list may be numbered: %s is no column of it', async (heading) => {
  expect(await listErrors(`${heading},${headings}\n1,${amina}`)).toEqual([])
})

test('missing, unknown and repeated headings are reported before anything else', async () => {
  const text = 'Surname,Surname,First name,Nickname\nBello,Bello,Amina,Mina'
  expect(await listErrors(text)).toEqual([
    '1 Nickname: is not a column of this list',
    '1 surname: is there twice',
    ...['middle name', 'email', 'phone', 'date of birth', 'gender', 'state', 'LGA', 'school', 'department', 'role'].map(
      (column) => `1 ${column}: is not among the headings`,
    ),
  ])
})

test('an empty file and a list without applicants are refused', async () => {
  expect(await listErrors('')).toEqual(['1 : the file is empty'])
  expect(await listErrorsOf()).toEqual(['1 : there is nobody below the headings'])
})

test('a quote that is never closed is reported with its line', async () => {
  expect(await listErrorsOf(amina, `"${amina.replace('amina@', 'obi@')}`)).toEqual([
    '3 : has a quote that is never closed',
  ])
})
