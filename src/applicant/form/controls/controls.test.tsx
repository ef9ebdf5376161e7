import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { sections } from '#shared/application/sections.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { renderForm } from '#tests/support/ui/rendered-form.tsx'
import { ListStep } from '../view/list-step.tsx'
import { GroupFields, SingleField } from '../view/section-fields.tsx'
import { toWholeAmount } from './whole-amount.ts'

const answers = createCompleteAnswers('/api/v1/files/1')
const user = userEvent.setup()
const box = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
const choice = (name: string | RegExp) => screen.getByRole<HTMLSelectElement>('combobox', { name })
const optionLabels = (select: HTMLSelectElement) => [...select.options].map((option) => option.text)

test('an empty field shows its error once it was left, between its label and its control', async () => {
  renderForm(<SingleField name="placeOfBirth" single={sections.placeOfBirth} />)
  const place = box('Place of birth')
  await user.click(place)
  expect(screen.queryByText('Place of birth is required.')).toBeNull()
  await user.tab()
  const error = screen.getByText('Place of birth is required.')
  expect(place.getAttribute('aria-describedby')).toContain(error.id)
  expect(place.getAttribute('aria-invalid')).toBe('true')
  expect(error.compareDocumentPosition(place)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await user.type(place, 'Jos')
  expect(screen.queryByText('Place of birth is required.')).toBeNull()
})

test('optional fields are marked', () => {
  renderForm(<GroupFields name="contactAddress" group={sections.contactAddress} />)
  expect(screen.getByText('Phone').textContent).toBe('Phone (optional)')
})

test('choosing a state fills the LGA list, and choosing another state clears the LGA', async () => {
  const { answers: now } = renderForm(<GroupFields name="homeAddress" group={sections.homeAddress} />)
  expect(optionLabels(choice(/^LGA/))).toEqual(['Choose…'])
  await user.selectOptions(choice(/^State/), 'Ogun')
  await user.selectOptions(choice(/^LGA/), 'Ijebu Ode')
  expect(now().homeAddress).toMatchObject({ state: 'ogun', city: 'Ijebu Ode' })
  await user.selectOptions(choice(/^State/), 'Lagos')
  expect(now().homeAddress).toMatchObject({ state: 'lagos', city: '' })
  expect(optionLabels(choice(/^LGA/))).toContain('Ikeja')
})

test('the country is shown, not asked', () => {
  renderForm(<GroupFields name="homeAddress" group={sections.homeAddress} />)
  expect(screen.getByText('Nigeria').tagName).toBe('DD')
  expect(screen.queryByRole('combobox', { name: /country/i })).toBeNull()
})

test.each([
  ['0803-123 4567x', '08031234567'],
  ['+234 803 123 4567', '08031234567'],
  ['080312345678901', '08031234567'],
  ['2348031', '2348031'],
])('a phone number typed as %s is stored as %s', async (typed, stored) => {
  const { answers: now } = renderForm(<GroupFields name="contactAddress" group={sections.contactAddress} />)
  await user.click(box(/^Phone/))
  await user.paste(typed)
  expect(now().contactAddress.phone).toBe(stored)
  expect(box(/^Phone/).inputMode).toBe('tel')
})

test('choosing a listed position hides and clears Other position', async () => {
  const { answers: now } = renderForm(<ListStep name="experience" list={sections.experience} />, {
    experience: [{ ...answers.experience[0]!, role: '' }],
  })
  await user.selectOptions(choice(/^Administrative position/), 'Bursar')
  expect(screen.queryByRole('textbox', { name: /^Other position/ })).toBeNull()
  await user.selectOptions(choice(/^Administrative position/), 'Others')
  expect(box(/^Other position/).value).toBe('')
  expect(now().experience[0]?.otherPosition).toBe('')
})

test('a paragraph takes at most 300 characters and counts them', async () => {
  renderForm(<SingleField name="hobby" single={sections.hobby} />)
  const area = box(/^Hobbies/)
  await user.type(area, 'Chess')
  expect(screen.getByText('5 / 300')).toBeDefined()
  expect(area.maxLength).toBe(300)
})

test('an amount takes digits only and repeats them in naira', async () => {
  const { answers: now } = renderForm(<ListStep name="grants" list={sections.grants} />, {
    grants: [{ ...answers.grants[0]!, amount: 'x' }],
  })
  await user.clear(await screen.findByRole('textbox', { name: /^Amount/ }))
  await user.type(box(/^Amount/), '2,500,000.')
  expect(now().grants[0]?.amount).toBe('2500000')
  expect(screen.getByText(/You wrote ₦2,500,000\./)).toBeDefined()
})

async function enterAmount(text: string, how: 'type' | 'paste') {
  const { answers: now } = renderForm(<ListStep name="grants" list={sections.grants} />, {
    grants: [{ ...answers.grants[0]!, amount: 'x' }],
  })
  await user.clear(await screen.findByRole('textbox', { name: /^Amount/ }))
  if (how === 'type') await user.keyboard(text)
  else await user.paste(text)
  const focused = box(/^Amount/).value
  const hint = document.getElementById(box(/^Amount/).getAttribute('aria-describedby') ?? '')?.textContent
  await user.tab()
  return { answer: now().grants[0]?.amount, focused, hint, value: box(/^Amount/).value }
}

test.each(['type', 'paste'] as const)('kobo are cut from an amount, said, and never become naira (%s)', async (how) => {
  expect(await enterAmount('12,500.50', how)).toEqual({
    answer: '12500',
    focused: '12,500.50',
    hint: 'In naira, digits only. You wrote ₦12,500. Kobo are left out.',
    value: '12500',
  })
  expect(screen.getByText(/Kobo are left out/)).toBeDefined()
})

test('of an amount that another window has changed no kobo are said to be left out', async () => {
  const { form } = renderForm(<ListStep name="grants" list={sections.grants} />, {
    grants: [{ ...answers.grants[0]!, amount: 'x' }],
  })
  await user.clear(await screen.findByRole('textbox', { name: /^Amount/ }))
  await user.paste('12,500.50')
  expect(screen.getByText(/Kobo are left out/)).toBeDefined()
  const [entryId = ''] = form.getState().entryIds.grants ?? []
  act(() => form.setAnswer({ section: 'grants', entryId, key: 'amount' }, '9000'))
  expect(screen.queryByText(/Kobo are left out/)).toBeNull()
})

const amounts = [
  ['1.250.000', '1250000'],
  ['1,250,000.00', '1250000'],
  ['₦1.250.000,00', '1250000'],
  ['NGN 1,250,000 only', '1250000'],
  ['1 250 000', '1250000'],
  ['١٢٥٠٠٠٠', '1250000'],
  ['12a50', '1250'],
] as const
test.each(amounts)('an amount pasted as %s is stored as %s', async (text, answer) => {
  const hint = `In naira, digits only. You wrote ₦${answer === '1250' ? '1,250' : '1,250,000'}.`
  expect(await enterAmount(text, 'paste')).toEqual({ answer, focused: answer, hint, value: answer })
})

test.each([
  ['1.250.000', '1250000', '1,250,000'],
  ['12.500', '12500', '12,500'],
  ['₦12.500', '12500', '12,500'],
])('an amount with dots between its thousands can be typed: %s', async (text, answer, said) => {
  const hint = `In naira, digits only. You wrote ₦${said}.`
  expect(await enterAmount(text, 'type')).toMatchObject({ answer, value: answer, hint })
})

test.each([
  ['12,50', '12,50'],
  ['-1250000', '-1250000'],
  ['5k', '5k'],
  ['1.5 million', '1.5 million'],
  ['1e6', '1e6'],
  ['1000 or 2000', '1000 or 2000'],
  ['1234567890123456', '12345678901234…'],
])('the amount %s is refused once it is left, and is never stored as another one', async (text, answer) => {
  expect(await enterAmount(text, 'paste')).toMatchObject({ answer, hint: 'In naira, digits only.', value: answer })
  expect(screen.getByText('Grant 1 amount must be digits only, such as 1250000.')).toBeDefined()
})

test('an amount without any digit is none', () => {
  for (const typed of ['', ' ', 'none']) expect(toWholeAmount(typed, 6)).toMatchObject({ answer: '', text: '' })
})

test('the longest amount is stored, and a longer one is refused', () => {
  expect(toWholeAmount('123456', 6).answer).toBe('123456')
  for (const typed of ['1234567', ' 1234567']) expect(toWholeAmount(typed, 6).answer).toBe('12345…')
})

test('browsers fill in the own details of the applicant, and none of other people', () => {
  const readAutocomplete = () =>
    [...document.querySelectorAll('input, select')].map((control) => [control.id, control.getAttribute('autocomplete')])
  const listOwn = (fields: Record<string, { autocomplete?: string | undefined }>, parent: string) =>
    Object.entries(fields).map(([key, { autocomplete }]) => [`${parent}.${key}`, autocomplete ?? null])
  const { homeAddress, contactAddress, referees } = sections
  const group = renderForm(
    <>
      <GroupFields name="homeAddress" group={homeAddress} />
      <GroupFields name="contactAddress" group={contactAddress} />
    </>,
  )
  const { country: _, ...asked } = homeAddress.fields
  expect(readAutocomplete()).toEqual([
    ...listOwn(asked, 'homeAddress'),
    ...listOwn(contactAddress.fields, 'contactAddress'),
  ])
  expect(group.answers()).toBeDefined()
  cleanup()
  renderForm(<ListStep name="referees" list={referees} />)
  expect(new Set(readAutocomplete().map(([, autocomplete]) => autocomplete))).toEqual(new Set(['off']))
})

test('a year takes four digits', async () => {
  const { answers: now } = renderForm(<ListStep name="institutions" list={sections.institutions} />, {
    institutions: [{ ...answers.institutions[0]!, startYear: '' }],
  })
  await user.type(box('Start year'), '20a1599')
  expect(now().institutions[0]?.startYear).toBe('2015')
})

test('a digit for which there is no room pushes out none, and the caret stays where it was typed', async () => {
  const { answers: now } = renderForm(
    <>
      <GroupFields name="contactAddress" group={sections.contactAddress} />
      <ListStep name="honors" list={sections.honors} />
    </>,
    {
      contactAddress: { ...answers.contactAddress, phone: '08031234567' },
      honors: [{ ...answers.honors[0]!, date: '2015-06-x' }],
    },
  )
  const typeAt = async (field: HTMLInputElement, caret: number, keys: string) => {
    await user.type(field, keys, { initialSelectionStart: caret, initialSelectionEnd: caret })
    return [field.value, field.selectionStart]
  }
  expect(await typeAt(box(/^Phone/), 4, '9')).toEqual(['08031234567', 4])
  expect(await typeAt(box(/^Phone/), 4, 'x{Backspace}9')).toEqual(['08091234567', 4])
  expect(now().contactAddress.phone).toBe('08091234567')
  // All of it may be replaced, also by one that is too long.
  for (const [value, stored] of [
    ['0803-555-1234 56', '08035551234'],
    ['0803-555-4321 5', '08035554321'],
  ]) {
    fireEvent.input(box(/^Phone/), { target: { value } })
    expect(now().contactAddress.phone).toBe(stored)
  }
  expect(await typeAt(box('Year'), 1, '9')).toEqual(['2015', 1])
  expect(now().honors[0]?.date).toMatch(/^2015-06/)
})

test('a date may be a day, a month or only a year, and keeps what was typed', async () => {
  const { answers: now } = renderForm(<ListStep name="honors" list={sections.honors} />, {
    honors: [{ ...answers.honors[0]!, date: 'x' }],
  })
  const date = screen.getByRole('group', { name: /^Date/ })
  const part = (name: string) => within(date).getByRole<HTMLInputElement>('textbox', { name })
  await user.clear(part('Year'))
  await user.type(part('Year'), '2015')
  expect(now().honors[0]?.date).toBe('2015')
  await user.type(part('Month'), '6')
  expect(now().honors[0]?.date).toBe('2015-06')
  await user.type(part('Day'), '05')
  expect([now().honors[0]?.date, part('Month').value, part('Day').value]).toEqual(['2015-06-05', '6', '05'])
})

test('a date with a day and no month shows its error once its inputs are left, not while they are filled in', async () => {
  renderForm(<ListStep name="honors" list={sections.honors} />, { honors: [{ ...answers.honors[0]!, date: 'x' }] })
  const date = screen.getByRole('group', { name: /^Date/ })
  await user.type(within(date).getByRole('textbox', { name: 'Day' }), '5')
  await user.tab()
  expect(screen.queryByText(/must be a day/)).toBeNull()
  await user.tab()
  await user.tab()
  expect(
    screen.getByText('Honor 1 date must be a day, month and year such as 30 6 2015, or the year alone.'),
  ).toBeDefined()
})
