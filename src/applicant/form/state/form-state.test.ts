import { describe, expect, test } from 'vitest'
import { type Answers, sections } from '#shared/application/sections.ts'
import { createEmptyAnswers } from '#shared/forms/section.ts'
import { validateSections } from '#shared/forms/validation.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { addEntry, findEntry, moveEntry, removeEmptyEntries, removeEntry, restoreEntry } from './entries.ts'
import { type FormState, getAnswer, replaceAnswers, setAnswer } from './form-state.ts'
import { validateMemoized } from './memoized-validation.ts'
import { addReadyEntries } from './ready-entries.ts'
import {
  collapseCompleteEntries,
  createInitialFormState,
  expandEntry,
  replaceForm,
  touchField,
  touchSections,
} from './touched-fields.ts'
import { getVisibleErrors, summarizeErrors, toFieldPath } from './visible-errors.ts'

const answers = createCompleteAnswers('/api/v1/files/1')
const institution = answers.institutions[0]!
const form = createInitialFormState(sections, {
  ...answers,
  institutions: [
    institution,
    { ...institution, name: 'Second University' },
    { ...institution, name: 'Third University' },
  ],
})
const names = (state: FormState) => (state.answers as Answers).institutions.map(({ name }) => name)
const idsOf = (state: FormState, list = 'institutions') => state.entryIds[list] ?? []
const nameAt = (entryId: string) => ({ section: 'institutions', entryId, key: 'name' })

describe('answering', () => {
  test('changes one entry and shares all others, so that their cards are not rendered again', () => {
    const before = form.answers as Answers
    const after = setAnswer(form, sections, nameAt(idsOf(form)[1]!), 'Renamed').answers as Answers
    expect(after.institutions.map(({ name }) => name)).toEqual(['Example University', 'Renamed', 'Third University'])
    expect(after.institutions[0]).toBe(before.institutions[0])
    expect(after.institutions[2]).toBe(before.institutions[2])
    expect(after.referees).toBe(before.referees)
  })

  test('clears the answers that depended on the old one, in groups and in entries', () => {
    const moved = setAnswer(form, sections, { section: 'homeAddress', key: 'state' }, 'lagos')
    expect((moved.answers as Answers).homeAddress).toMatchObject({ state: 'lagos', city: '' })
    const entryId = idsOf(form, 'experience')[0]!
    const bursar = setAnswer(form, sections, { section: 'experience', entryId, key: 'position' }, 'Bursar')
    expect(getAnswer(bursar, { section: 'experience', entryId, key: 'otherPosition' })).toBe('')
  })

  test('a single question is answered by its section name', () => {
    const born = setAnswer(form, sections, { section: 'placeOfBirth' }, 'Jos')
    expect(getAnswer(born, { section: 'placeOfBirth' })).toBe('Jos')
  })

  test('an answer to a removed entry changes nothing', () => {
    const entryId = idsOf(form)[1]!
    const without = removeEntry(form, 'institutions', entryId)
    expect(setAnswer(without, sections, nameAt(entryId), 'Late')).toBe(without)
    expect(getAnswer(without, nameAt(entryId))).toBeUndefined()
  })
})

describe('entries', () => {
  test('keep their ids when they are moved', () => {
    const [first, second, third] = idsOf(form)
    const moved = moveEntry(form, 'institutions', third!, -1)
    expect(idsOf(moved)).toEqual([first, third, second])
    expect(names(moved)).toEqual(['Example University', 'Third University', 'Second University'])
    expect(getAnswer(moved, nameAt(third!))).toBe('Third University')
  })

  test('cannot be moved beyond either end', () => {
    const [first, , third] = idsOf(form)
    expect(moveEntry(form, 'institutions', first!, -1)).toBe(form)
    expect(moveEntry(form, 'institutions', third!, 1)).toBe(form)
    expect(moveEntry(form, 'institutions', 'removed', 1)).toBe(form)
  })

  test('a removed entry can be restored at its position, with its id', () => {
    const entryId = idsOf(form)[1]!
    const removed = findEntry(form, 'institutions', entryId)!
    const without = removeEntry(form, 'institutions', entryId)
    expect(names(without)).toEqual(['Example University', 'Third University'])
    const again = restoreEntry(without, 'institutions', removed)
    expect(again.answers).toEqual(form.answers)
    expect(again.entryIds).toEqual(form.entryIds)
  })

  test('a new entry never reuses an id, not even of a removed entry', () => {
    let state = addEntry(form, sections, 'institutions')
    const taken = new Set(idsOf(state))
    const last = findEntry(state, 'institutions', idsOf(state).at(-1)!)!
    state = removeEntry(state, 'institutions', last.entryId)
    state = addEntry(state, sections, 'institutions')
    expect(taken).not.toContain(idsOf(state).at(-1))
    state = restoreEntry(state, 'institutions', last)
    state = addEntry(state, sections, 'institutions')
    expect(new Set(idsOf(state)).size).toBe(idsOf(state).length)
  })

  test('keep their ids when the answers are replaced only where the entry is unchanged', () => {
    const [first, second, third] = idsOf(form)
    const others = replaceAnswers(form, sections, {
      ...form.answers,
      institutions: [institution, { ...institution, name: 'Another' }],
    })
    expect(idsOf(others)[0]).toBe(first)
    expect([second, third]).not.toContain(idsOf(others)[1])
    // A file that is being sent to an entry arrives there also when another one was added or removed elsewhere.
    const institutions = (form.answers as Answers).institutions.slice(1)
    expect(idsOf(replaceAnswers(form, sections, { ...form.answers, institutions }))).toEqual([second, third])
  })

  test('leave entries that are only ready, and bring back none that was removed', () => {
    const [first, second] = answers.referees as [Answers['referees'][0], Answers['referees'][0]]
    const former = { ...answers, referees: [first, second] }
    const ready = addReadyEntries(createInitialFormState(sections, former), sections, 'referees')
    const replaced = replaceForm(ready, sections, { ...answers, referees: [second] })
    expect((replaced.answers as Answers).referees.map(({ name }) => name)).toEqual([second.name, ''])
  })

  test('without any answer are removed, but only from lists that may be empty', () => {
    let state = addEntry(form, sections, 'grants')
    state = addEntry(state, sections, 'institutions')
    const kept = removeEmptyEntries(state, sections, ['grants', 'institutions', 'hobby'], new Set())
    expect(idsOf(kept, 'grants')).toEqual(idsOf(form, 'grants'))
    expect(idsOf(kept)).toHaveLength(4)
  })

  test('without any answer stay while a file is being uploaded to them', () => {
    const state = addEntry(form, sections, 'grants')
    const awaited = new Set(idsOf(state, 'grants').slice(-1))
    expect(removeEmptyEntries(state, sections, ['grants'], awaited)).toBe(state)
  })
})

describe('cards', () => {
  const empty = createInitialFormState(sections, createEmptyAnswers(sections))

  test('are expanded when the entry is incomplete, and collapsed when it is complete', () => {
    const state = createInitialFormState(sections, {
      ...answers,
      institutions: [institution, { ...institution, course: '' }],
    })
    expect([...state.expanded]).toEqual([idsOf(state)[1]])
  })

  test('are expanded when they are new', () => {
    const state = addEntry(form, sections, 'institutions')
    expect([...state.expanded]).toEqual([idsOf(state).at(-1)])
  })

  test('stay expanded while the entry is completed, and collapse when the step is left', () => {
    let state = addEntry(empty, sections, 'institutions')
    const entryId = idsOf(state)[0]!
    for (const [key, answer] of Object.entries(institution))
      state = setAnswer(state, sections, { section: 'institutions', entryId, key }, answer)
    expect([...state.expanded]).toEqual([entryId])
    expect([...collapseCompleteEntries(state, sections, ['institutions']).expanded]).toEqual([])
  })

  test('that are expanded are left as they are, so that nothing is rendered again', () => {
    const [first] = idsOf(form)
    const expanded = expandEntry(form, first!)
    expect([...expanded.expanded]).toEqual([first])
    expect(expandEntry(expanded, first!)).toBe(expanded)
  })

  test('expand when validation finds an error in them', () => {
    const entryId = idsOf(form)[0]!
    const wrong = setAnswer(form, sections, nameAt(entryId), ' ')
    expect([...wrong.expanded]).toEqual([])
    expect([...touchSections(wrong, sections, ['institutions']).expanded]).toEqual([entryId])
  })
})

describe('errors', () => {
  const empty = createInitialFormState(sections, createEmptyAnswers(sections))
  const withInstitution = addEntry(empty, sections, 'institutions')
  const entryId = idsOf(withInstitution)[0]!
  const checked = ['placeOfBirth', 'contactAddress', 'institutions', 'referees']
  const visible = (state: FormState) => getVisibleErrors(state, sections, checked)

  test('are hidden until a field was left, and then shown for that field only', () => {
    expect(visible(withInstitution)).toEqual({})
    expect(visible(touchField(withInstitution, nameAt(entryId)))).toEqual({
      [`${entryId}.name`]: 'All institution fields are required.',
    })
  })

  test('follow the answers at once, also when another field changes', () => {
    const late = { ...institution, startYear: '2019' }
    let state = createInitialFormState(sections, { ...answers, institutions: [late] })
    const place = { section: 'institutions', entryId: idsOf(state)[0]!, key: 'endYear' }
    state = touchField(state, place)
    expect(Object.values(visible(state))).toEqual([sections.institutions.rules?.[0]?.formatMessage(1)])
    expect(visible(setAnswer(state, sections, { ...place, key: 'startYear' }, '2001'))).toEqual({})
  })

  test('are all shown once a section was validated, but not for an entry that is added later', () => {
    const wrong = setAnswer(withInstitution, sections, { section: 'contactAddress', key: 'phone' }, '+234')
    const state = touchSections(wrong, sections, checked)
    expect(Object.keys(visible(state))).toHaveLength(9)
    expect(visible(state)['contactAddress.phone']).toBe('Contact address: phone must be digits only, at most 11.')
    expect(visible(state).referees).toBe('Please provide at least 3 referees.')
    expect(Object.keys(visible(addEntry(state, sections, 'institutions')))).toHaveLength(9)
  })

  test('number entries by their position after a move', () => {
    const wrong = { ...answers.referees[0]!, phone: '1' }
    let state = createInitialFormState(sections, {
      ...answers,
      referees: [wrong, answers.referees[1]!, answers.referees[2]!],
    })
    const first = idsOf(state, 'referees')[0]!
    state = moveEntry(touchSections(state, sections, ['referees']), 'referees', first, 1)
    expect(visible(state)).toEqual({ [`${first}.phone`]: 'Referee 2 phone number must be exactly 11 digits.' })
  })

  test('are summarized in one line per entry and message, which says where', () => {
    const errors = validateSections(sections, withInstitution.answers, ['placeOfBirth', 'institutions', 'referees'])
    expect(summarizeErrors(withInstitution, sections, errors)).toEqual([
      expect.objectContaining({ id: 'placeOfBirth', message: 'Place of birth is required.', where: '' }),
      expect.objectContaining({
        id: `${entryId}.name`,
        message: 'All institution fields are required.',
        where: 'Institution 1: institution, course, location, grade, start year, end year',
      }),
      expect.objectContaining({ id: 'referees', message: 'Please provide at least 3 referees.', where: '' }),
    ])
    const second = createInitialFormState(sections, {
      ...answers,
      institutions: [institution, { ...institution, course: '' }],
    })
    expect(
      summarizeErrors(second, sections, validateSections(sections, second.answers)).map(({ where }) => where),
    ).toEqual(['Institution 2: course'])
  })

  test('lead to the first ready entry of a list with too few, and in an entry to its own question', () => {
    const wrong = { ...answers.referees[0]!, phone: '1' }
    const state = addReadyEntries(
      createInitialFormState(sections, { ...answers, referees: [wrong] }),
      sections,
      'referees',
    )
    const [first, ready] = idsOf(state, 'referees')
    const lines = summarizeErrors(state, sections, validateMemoized(sections, state, ['referees']))
    expect(lines.map(({ id }) => id)).toEqual([`${ready}.name`, `${first}.phone`])
  })

  test('are located in groups, in entries and at single questions', () => {
    expect(toFieldPath(form, sections, 'contactAddress.phone')).toEqual({ section: 'contactAddress', key: 'phone' })
    expect(toFieldPath(form, sections, 'institutions.2.grade')).toEqual({ ...nameAt(idsOf(form)[2]!), key: 'grade' })
    expect(toFieldPath(form, sections, 'hobby')).toEqual({ section: 'hobby' })
  })
})
