// The slips as PDF and the exam as calendar file, over HTTP.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import { payments } from '#server/database/schema/payments.ts'
import { createExerciseService } from '#server/features/exercise/service.ts'
import { sections } from '#shared/application/sections.ts'
import { formatDate } from '#shared/format/dates.ts'
import { getCellFiles, getCellText, type Table } from '#shared/forms/table.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createWithdrawing } from '#tests/support/api/returns.ts'
import { createStaff } from '#tests/support/api/staff.ts'
import { readPdf } from '#tests/support/browser/read-pdf.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { createApplicant, createPaidApplicant, createReadyApplicant } from '#tests/support/fixtures/applicants.ts'
import { createApplicationToReview } from '#tests/support/fixtures/application-to-review.ts'
import { createScan } from '#tests/support/fixtures/sample-files.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

const exam = { examDate: '2026-12-07', examTime: '10:00 am', examVenue: 'ICT Centre, Hall B' }

async function upload(token: string): Promise<string> {
  const form = new FormData()
  const { buffer } = await createScan('photo.png')
  form.append('file', new Blob([new Uint8Array(buffer)]), 'photo.png')
  return (await api.call('POST', '/upload/file', { token, body: form })).body.fileUrl
}

/** An applicant with photo, application and exam. */
async function createSubmittedApplicant(facts: Parameters<typeof createReadyApplicant>[1] = {}) {
  const applicant = await createReadyApplicant(api, facts)
  const { token } = applicant
  const fileUrl = await upload(token)
  await api.call('PATCH', '/users/photo', { token, body: { passport: fileUrl } })
  const answers = createCompleteAnswers(fileUrl)
  const { status } = await api.call('POST', '/applications/', { token, body: answers })
  expect(status).toBe(201)
  const { body } = await api.call('GET', '/applications/my?include=snapshot', { token })
  return { ...applicant, application: body.data }
}

const get = (path: string, token: string) =>
  api.fetch(`/api/v1/slips/${path}`, { headers: { authorization: `Bearer ${token}` } })

async function getPdf(path: string, token: string) {
  const response = await get(path, token)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const pdf = await readPdf(new Uint8Array(await response.arrayBuffer()))
  expect(pdf.overlaps).toEqual([])
  return { ...pdf, disposition: response.headers.get('content-disposition') }
}

test('the application slip has every section, number, code, QR code and page number on every page', async () => {
  const { token, application } = await createSubmittedApplicant({ ...exam, surname: 'Ọládípò', firstName: 'Ṣọlá' })
  const pdf = await getPdf('application.pdf', token)
  expect(pdf.disposition).toBe(`attachment; filename="application-slip-${application.applicationId}.pdf"`)
  expect(pdf.pages).toBe(2)
  const code = application.slipCode.replace(/(.{4})(?=.)/g, '$1-')
  for (const [n, pageText] of pdf.pageTexts.entries()) {
    expect(pageText).toContain(`Application ID ${application.applicationId}`)
    expect(pageText).toContain(`Code ${code}`)
    expect(pageText).toContain(`/verify/${application.slipCode}`)
    expect(pageText).toContain(`Page ${n + 1} of 2`)
  }
  for (const { title } of Object.values(sections))
    if (title !== sections.placeOfBirth.title) expect(pdf.text).toContain(title)
  for (const table of application.shown)
    for (const row of table.rows)
      for (const cell of row)
        expect(pdf.text.replaceAll(/\s/g, '')).toContain(
          (getCellFiles(cell).length > 0 ? 'View File 1' : getCellText(cell)).replaceAll(/\s/g, ''),
        )
  for (const fact of [
    'Ọládípò Ṣọlá',
    'Recruitment 2024',
    'Submitted on',
    '₦2,500,000',
    'NIN photo',
    'None yet',
    'Uploaded photo',
  ])
    expect(pdf.text).toContain(fact)
})

test('what the registry corrects after the submission stands on the slip with its date, on the page and as PDF', async () => {
  const { token, userId, id } = await createSubmittedApplicant({ surname: 'Olu', dateOfBirth: '1985-06-15' })
  const makers = [await createStaff(api, ['registry']), await createStaff(api, ['registry'])] as const
  const readTables = async (): Promise<Table[]> =>
    (await api.call('GET', '/applications/my?include=snapshot', { token })).body.data.shown
  const before = await readTables()
  expect(before.map(({ name }) => name)).not.toContain('corrections')

  api.clock.advance(60_000)
  const facts = { surname: 'Ọlú', dateOfBirth: '1986-07-16', state: 'lagos', lga: 'Ikeja' }
  const body = { ...facts, version: 1, reason: 'As on the birth certificate' }
  const { data } = (await makers[0].call('PATCH', `/staff/applicants/${userId}`, { body })).body
  // Of somebody else, at once.
  const other = await createApplicant(api)
  const theirs = { surname: 'Other', version: 1, reason: 'As on the birth certificate' }
  expect((await makers[0].call('PATCH', `/staff/applicants/${other.userId}`, { body: theirs })).status).toBe(200)
  expect(await readTables()).toEqual(before)
  await makers[1].call('POST', `/staff/corrections/${data.proposal}`, { body: { decision: 'approve' } })

  const lean = await api.call('GET', '/applications/my', { token })
  expect([lean.status, lean.body.data.surName]).toEqual([200, 'Ọlú'])
  expect(lean.body.data).not.toHaveProperty('shown')
  const tables = await readTables()
  expect(tables.slice(0, -1)).toEqual(before)
  const at = formatDate(api.clock.now())
  expect(tables.at(-1)).toMatchObject({
    title: 'Corrections',
    headings: ['Corrected on', 'Detail', 'As submitted', 'Corrected to'],
  })
  expect(tables.at(-1)?.rows.map((row) => row.map(getCellText))).toEqual([
    [at, 'Date of birth', '15 June 1985', '16 July 1986'],
    [at, 'LGA', expect.any(String), 'Ikeja'],
    [at, 'State', expect.any(String), 'Lagos'],
    [at, 'Surname', 'Olu', 'Ọlú'],
  ])
  const { text } = await getPdf('application.pdf', token)
  for (const part of ['Corrections', 'Corrected on', at, '15 June 1985', '16 July 1986', 'Ọlú'])
    expect(text).toContain(part)
  // In the order in which they became true.
  await api.database.pool.query(
    `update account_corrections set decided_at = decided_at - interval '1 second' where account_id = $1 and "column" = 'surname'`,
    [id],
  )
  const ordered = (await readTables()).at(-1)?.rows.map((row) => row.map(getCellText)[1])
  expect(ordered).toEqual(['Surname', 'Date of birth', 'LGA', 'State'])
  // What was corrected before stands in the application itself.
  await api.database.pool.query(`update account_corrections set decided_at = '2020-01-01' where account_id = $1`, [id])
  expect(await readTables()).toEqual(before)
})

test('the exam stands on the application slip once it is published', async () => {
  const { token, id } = await createSubmittedApplicant()
  expect((await getPdf('application.pdf', token)).text).not.toContain('Examination')
  await api.database.db.update(accounts).set(exam).where(eq(accounts.id, id))
  const { text } = await getPdf('application.pdf', token)
  for (const fact of [
    'Examination',
    'Exam date 7 December 2026',
    'Exam time 10:00 am',
    'Exam venue ICT Centre, Hall B',
  ])
    expect(text.replaceAll(/\s+/g, ' ')).toContain(fact)
})

test('a slip is a tagged PDF with title, language, headings, tables with heads, and described pictures', async () => {
  const { token, application } = await createSubmittedApplicant()
  const pdf = await getPdf('application.pdf', token)
  expect(pdf).toMatchObject({ isTagged: true, language: 'en-NG' })
  expect(pdf.title).toBe(`Application slip ${application.applicationId}, Example Amina Bola`)
  const tags = pdf.elements.map(({ tag }) => tag)
  expect(tags.filter((tag) => tag === 'H1')).toHaveLength(1)
  expect(tags.filter((tag) => tag === 'H2')).toHaveLength(application.shown.length)
  for (const tag of ['Table', 'TR', 'TH', 'TD', 'Caption']) expect(tags).toContain(tag)
  const figures = pdf.elements.filter(({ tag }) => tag === 'Figure').map(({ alt }) => alt)
  expect(figures).toContain('Example Amina Bola, Uploaded photo')
  expect(figures.at(-1)).toMatch(/^QR code of http.*\/verify\/[0-9A-F]{12}$/)
})

test('the payment slip says who paid what and how, and can be verified', async () => {
  const { token, userId, email } = await createPaidApplicant(api)
  const { body } = await api.call('GET', '/payments/my', { token })
  const pdf = await getPdf('payment.pdf', token)
  expect(pdf.pages).toBe(1)
  const rrr = body.data.reference.replace(/(\d{4})(?=\d)/g, '$1 ')
  for (const fact of [
    userId,
    'Example Amina Bola',
    email,
    rrr,
    '₦12,000.00',
    '₦12,500.00',
    'Card payment',
    'Paid',
    'Page 1 of 1',
    `/verify/${body.data.slipCode}`,
  ])
    expect(pdf.text).toContain(fact)
})

test('the bank slip carries the open RRR, the amount and the steps, and is refused once paid', async () => {
  const { token, id } = await createApplicant(api)
  expect((await get('bank.pdf', token)).status).toBe(404)
  const { body } = await api.call('POST', '/payments/remita-generate', { token, body: { amount: 12_500 } })
  const pdf = await getPdf('bank.pdf', token)
  const rrr = body.data.RRR.replace(/(\d{4})(?=\d)/g, '$1 ')
  for (const fact of [rrr, '₦12,500.00', 'Recruitment Application Fee', 'This slip is no proof of payment.'])
    expect(pdf.text).toContain(fact)
  const payment = await get('payment.pdf', token)
  expect([payment.status, (await payment.json()).code]).toEqual([404, 'no_payment'])

  await api.database.db
    .update(payments)
    .set({ status: 'paid', paidKobo: 1_250_000, paidAt: new Date() })
    .where(eq(payments.accountId, id))
  const paid = await get('bank.pdf', token)
  expect([paid.status, (await paid.json()).code]).toEqual([409, 'already_paid'])
})

test('slips say how to reach the registry of the own exercise, as far as it is stated', async () => {
  const { token } = await createPaidApplicant(api)
  expect((await getPdf('payment.pdf', token)).text).not.toContain('How to reach the registry')
  const service = createExerciseService(api.database)
  await service.setExercise({ contact: { address: 'Registry\n12 College Road', phone: '+234 800 000 0000' } })
  const { text } = await getPdf('payment.pdf', token)
  await service.setExercise({ contact: { address: null, phone: null } })
  for (const part of ['How to reach the registry', '+234 800 000 0000', '12 College Road']) expect(text).toContain(part)
  expect(text).not.toContain('Hours')
})

test("a slip names the applicant's own exercise, not the newest one", async () => {
  const { token } = await createPaidApplicant(api)
  const [newest] = await api.database.db
    .insert(exercises)
    .values({
      institution: 'Newer Institute',
      shortName: 'NI',
      title: 'Later',
      year: 2031,
      feeKobo: 1,
      chargeKobo: 0,
      posts: [],
      vendorName: 'V',
    })
    .returning()
  const { text } = await getPdf('payment.pdf', token)
  await api.database.db.delete(exercises).where(eq(exercises.id, newest?.id ?? 0))
  expect(text).toContain('State Institute of Technology and Management')
  expect(text).toContain('Recruitment 2024')
  expect(text).not.toContain('Newer Institute')
})

test.each([
  ['application.pdf', 'no_application'],
  ['payment.pdf', 'no_payment'],
  ['bank.pdf', 'no_payment'],
  ['exam.ics', 'no_exam'],
])('%s of an applicant who has none is refused with %s', async (path, code) => {
  const { token } = await createApplicant(api)
  const response = await get(path, token)
  expect([response.status, (await response.json()).code]).toEqual([404, code])
  expect((await api.fetch(`/api/v1/slips/${path}`)).status).toBe(401)
})

test('a plain link downloads a slip with the cookie of the login', async () => {
  const { userId, password } = await createPaidApplicant(api)
  const { headers } = await api.call('POST', '/users/login', { body: { userId, password } })
  const cookie = headers.getSetCookie().find((one) => one.includes('Path=/api/v1/slips')) ?? ''
  expect(cookie).toMatch(/HttpOnly; SameSite=Strict/)
  const response = await api.fetch('/api/v1/slips/payment.pdf', { headers: { cookie: cookie.split(';')[0] ?? '' } })
  expect(response.status).toBe(200)
})

test('the published exam is a calendar file; a day that cannot be read is refused with a reason', async () => {
  const { token, id } = await createApplicant(api, exam)
  const response = await get('exam.ics', token)
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="exam.ics"')
  const calendar = await response.text()
  expect(calendar).toContain(`UID:exam-${id}@localhost\r\n`)
  expect(calendar).toContain('DTSTART;TZID=Africa/Lagos:20261207T100000\r\n')
  expect(calendar).toContain('LOCATION:ICT Centre\\, Hall B\r\n')

  await api.database.db.update(accounts).set({ examDate: 'Soon' }).where(eq(accounts.id, id))
  const refused = await get('exam.ics', token)
  expect([refused.status, (await refused.json()).code]).toEqual([404, 'exam_day_unreadable'])
})

test('once the application is withdrawn there is no exam in the calendar file and on the slip', async () => {
  const one = await createApplicationToReview(api)
  await api.database.db.update(accounts).set(exam).where(eq(accounts.id, one.accountId))
  expect((await get('exam.ics', one.token)).status).toBe(200)
  expect((await getPdf('application.pdf', one.token)).text).toContain(exam.examVenue)
  await createWithdrawing(api, await createStaff(api, ['registry']), one).withdraw()
  expect((await (await get('exam.ics', one.token)).json()).code).toBe('no_exam')
  const { text } = await getPdf('application.pdf', one.token)
  expect(text).toContain('Withdrawn on')
  expect(text).not.toContain(exam.examVenue)
})
