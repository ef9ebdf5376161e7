import { describe, expect, test } from 'vitest'
import { type Answers, sections } from '#shared/application/sections.ts'
import { blankAnswers } from '#shared/forms/section.ts'
import { complaintsAbout } from '#shared/forms/validation.ts'
import { completeAnswers } from '#tests/support/fixtures/answers.ts'
import { entryAdded, entryMoved, entryNamed, entryPutBack, entryRemoved, withoutBlankEntries } from './entries.ts'
import { answerAt, answered, type FormState, withAnswers } from './form-state.ts'
import { checked, folded, left, openForm } from './touched-fields.ts'
import { faultsOf, placeOf, shownComplaints } from './visible-errors.ts'

const answers = completeAnswers('/api/v1/files/1')
const institution = answers.institutions[0]!
const form = openForm(sections, {
  ...answers,
  institutions: [
    institution,
    { ...institution, name: 'Second University' },
    { ...institution, name: 'Third University' },
  ],
})
const names = (state: FormState) => (state.answers as Answers).institutions.map(({ name }) => name)
const rowsOf = (state: FormState, list = 'institutions') => state.rows[list] ?? []
const nameAt = (row: string) => ({ section: 'institutions', row, key: 'name' })

describe('answering', () => {
  test('changes one entry and leaves every other as it was, so that their cards are not drawn again', () => {
    const before = form.answers as Answers
    const after = answered(form, sections, nameAt(rowsOf(form)[1]!), 'Renamed').answers as Answers
    expect(after.institutions.map(({ name }) => name)).toEqual(['Example University', 'Renamed', 'Third University'])
    expect(after.institutions[0]).toBe(before.institutions[0])
    expect(after.institutions[2]).toBe(before.institutions[2])
    expect(after.referees).toBe(before.referees)
  })

  test('clears what depended on the old answer, in groups and in entries', () => {
    const moved = answered(form, sections, { section: 'homeAddress', key: 'state' }, 'lagos')
    expect((moved.answers as Answers).homeAddress).toMatchObject({ state: 'lagos', city: '' })
    const row = rowsOf(form, 'experience')[0]!
    const bursar = answered(form, sections, { section: 'experience', row, key: 'position' }, 'Bursar')
    expect(answerAt(bursar, { section: 'experience', row, key: 'otherPosition' })).toBe('')
  })

  test('a question that stands alone is answered by its name', () => {
    const born = answered(form, sections, { section: 'placeOfBirth' }, 'Jos')
    expect(answerAt(born, { section: 'placeOfBirth' })).toBe('Jos')
  })

  test('an answer that arrives for an entry which was removed changes nothing', () => {
    const row = rowsOf(form)[1]!
    const without = entryRemoved(form, 'institutions', row)
    expect(answered(without, sections, nameAt(row), 'Late')).toBe(without)
    expect(answerAt(without, nameAt(row))).toBeUndefined()
  })
})

describe('entries', () => {
  test('keep their names when they change places', () => {
    const [first, second, third] = rowsOf(form)
    const moved = entryMoved(form, 'institutions', third!, -1)
    expect(rowsOf(moved)).toEqual([first, third, second])
    expect(names(moved)).toEqual(['Example University', 'Third University', 'Second University'])
    expect(answerAt(moved, nameAt(third!))).toBe('Third University')
  })

  test('stay where they are at either end', () => {
    const [first, , third] = rowsOf(form)
    expect(entryMoved(form, 'institutions', first!, -1)).toBe(form)
    expect(entryMoved(form, 'institutions', third!, 1)).toBe(form)
  })

  test('a removed one can be put back where it was, under its name', () => {
    const row = rowsOf(form)[1]!
    const removed = entryNamed(form, 'institutions', row)!
    const without = entryRemoved(form, 'institutions', row)
    expect(names(without)).toEqual(['Example University', 'Third University'])
    const again = entryPutBack(without, 'institutions', removed)
    expect(again.answers).toEqual(form.answers)
    expect(again.rows).toEqual(form.rows)
  })

  test('a new one never takes the name of another, removed or not', () => {
    let state = entryAdded(form, sections, 'institutions')
    const taken = new Set(rowsOf(state))
    const last = entryNamed(state, 'institutions', rowsOf(state).at(-1)!)!
    state = entryRemoved(state, 'institutions', last.row)
    state = entryAdded(state, sections, 'institutions')
    expect(taken).not.toContain(rowsOf(state).at(-1))
    state = entryPutBack(state, 'institutions', last)
    state = entryAdded(state, sections, 'institutions')
    expect(new Set(rowsOf(state)).size).toBe(rowsOf(state).length)
  })

  test('keep their names under other answers where they are the same, and nowhere else', () => {
    const [first, second, third] = rowsOf(form)
    const others = withAnswers(form, sections, {
      ...form.answers,
      institutions: [institution, { ...institution, name: 'Another' }],
    })
    expect(rowsOf(others)[0]).toBe(first)
    expect([second, third]).not.toContain(rowsOf(others)[1])
  })

  test('with nothing in them are dropped where a list may be empty, and only there', () => {
    let state = entryAdded(form, sections, 'grants')
    state = entryAdded(state, sections, 'institutions')
    const kept = withoutBlankEntries(state, sections, ['grants', 'institutions', 'hobby'], new Set())
    expect(rowsOf(kept, 'grants')).toEqual(rowsOf(form, 'grants'))
    expect(rowsOf(kept)).toHaveLength(4)
  })

  test('with nothing in them but a file on its way stay', () => {
    const state = entryAdded(form, sections, 'grants')
    const awaited = new Set(rowsOf(state, 'grants').slice(-1))
    expect(withoutBlankEntries(state, sections, ['grants'], awaited)).toBe(state)
  })
})

describe('cards', () => {
  const blank = openForm(sections, blankAnswers(sections))

  test('open when they are unfinished, and stay folded when they are complete', () => {
    const state = openForm(sections, { ...answers, institutions: [institution, { ...institution, course: '' }] })
    expect([...state.open]).toEqual([rowsOf(state)[1]])
  })

  test('are open when they are new', () => {
    const state = entryAdded(form, sections, 'institutions')
    expect([...state.open]).toEqual([rowsOf(state).at(-1)])
  })

  test('stay open while they are being completed, and fold when the step is left', () => {
    let state = entryAdded(blank, sections, 'institutions')
    const row = rowsOf(state)[0]!
    for (const [key, answer] of Object.entries(institution))
      state = answered(state, sections, { section: 'institutions', row, key }, answer)
    expect([...state.open]).toEqual([row])
    expect([...folded(state, sections, ['institutions']).open]).toEqual([])
  })

  test('open when a check finds something in them', () => {
    const row = rowsOf(form)[0]!
    const wrong = answered(form, sections, nameAt(row), ' ')
    expect([...wrong.open]).toEqual([])
    expect([...checked(wrong, sections, ['institutions']).open]).toEqual([row])
  })
})

describe('complaints', () => {
  const blank = openForm(sections, blankAnswers(sections))
  const withInstitution = entryAdded(blank, sections, 'institutions')
  const row = rowsOf(withInstitution)[0]!
  const shown = (state: FormState) => shownComplaints(state, sections, ['placeOfBirth', 'institutions', 'referees'])

  test('are silent before a field has been left, and then speak of that field only', () => {
    expect(shown(withInstitution)).toEqual({})
    expect(shown(left(withInstitution, nameAt(row)))).toEqual({
      [`${row}.name`]: 'All institution fields are required.',
    })
  })

  test('follow the answers at once, also those of another field', () => {
    const late = { ...institution, startYear: '2019' }
    let state = openForm(sections, { ...answers, institutions: [late] })
    const place = { section: 'institutions', row: rowsOf(state)[0]!, key: 'endYear' }
    state = left(state, place)
    expect(Object.values(shown(state))).toEqual([sections.institutions.rules?.[0]?.words(1)])
    expect(shown(answered(state, sections, { ...place, key: 'startYear' }, '2001'))).toEqual({})
  })

  test('all speak once a section was checked, and an entry added afterwards starts silent', () => {
    const state = checked(withInstitution, sections, ['placeOfBirth', 'institutions', 'referees'])
    expect(Object.keys(shown(state))).toHaveLength(8)
    expect(shown(state).referees).toBe('Please provide at least 3 referees.')
    expect(Object.keys(shown(entryAdded(state, sections, 'institutions')))).toHaveLength(8)
  })

  test('count entries as they stand after a move', () => {
    const wrong = { ...answers.referees[0]!, phone: '1' }
    let state = openForm(sections, { ...answers, referees: [wrong, answers.referees[1]!, answers.referees[2]!] })
    const first = rowsOf(state, 'referees')[0]!
    state = entryMoved(checked(state, sections, ['referees']), 'referees', first, 1)
    expect(shown(state)).toEqual({ [`${first}.phone`]: 'Referee 2 phone number must be exactly 11 digits.' })
  })

  test('are summed up in one line per entry and sentence, which tells where', () => {
    const complaints = complaintsAbout(sections, withInstitution.answers, ['placeOfBirth', 'institutions', 'referees'])
    expect(faultsOf(withInstitution, sections, complaints)).toEqual([
      expect.objectContaining({ id: 'placeOfBirth', sentence: 'Place of birth is required.', where: '' }),
      expect.objectContaining({
        id: `${row}.name`,
        sentence: 'All institution fields are required.',
        where: 'Institution 1: institution, course, location, grade, start year, end year',
      }),
      expect.objectContaining({ id: 'referees', sentence: 'Please provide at least 3 referees.', where: '' }),
    ])
  })

  test('name the place of a question in a group, in an entry and alone', () => {
    expect(placeOf(form, sections, 'contactAddress.phone')).toEqual({ section: 'contactAddress', key: 'phone' })
    expect(placeOf(form, sections, 'institutions.2.grade')).toEqual({ ...nameAt(rowsOf(form)[2]!), key: 'grade' })
    expect(placeOf(form, sections, 'hobby')).toEqual({ section: 'hobby' })
  })
})
