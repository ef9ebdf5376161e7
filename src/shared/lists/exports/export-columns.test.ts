import { expect, test } from 'vitest'
import { sections } from '../../application/sections.ts'
import { text, year } from '../../forms/field.ts'
import { defineList } from '../../forms/section.ts'
import type { StaffRole } from '../../roles/permissions.ts'
import { createExportTables, isPersonalExport, listExportColumns, mayExportColumns } from './export-columns.ts'
import { createCells, decideLastValue, listValueKeys } from './export-tables.ts'
import { type ExportedList, exportedLists, isExportedList, listExportedExercises, mayExport } from './exported-lists.ts'

const patents = defineList({
  title: 'Patents',
  noun: 'Patent',
  fields: { title: text('Title'), granted: year('Year granted') },
  min: 0,
  max: 5,
  messages: { none: 'No patents.', tooFew: 'Add a patent.' },
  summary: ({ title }) => title,
})
const withPatents = { ...sections, patents }

test('no two columns of an export have the same heading', () => {
  const headings = Object.values(listExportColumns('applications')).map(({ label }) => label)
  expect([...new Set(headings)]).toEqual(headings)
})

test('an eleventh list is a column of the exports and a sheet of the workbook by itself', () => {
  const before = Object.keys(listExportColumns('applications'))
  const after = Object.keys(listExportColumns('applications', withPatents))
  expect(after).toEqual([...before, 'patents'])
  const [main, sheet] = createExportTables('applications', { format: 'xlsx', keys: ['number', 'patents'] }, withPatents)
  expect(main.columns.map(({ heading }) => heading)).toEqual(['Application'])
  expect([sheet?.name, sheet?.columns.map(({ heading }) => heading)]).toEqual([
    'Patents',
    ['Application', 'Title', 'Year granted'],
  ])
  const entries = [
    { title: 'A lamp', granted: '2019' },
    { title: 'A pump', granted: '2021' },
  ]
  expect(sheet && createCells(sheet, ['APP-1', entries], withPatents)).toEqual([
    ['APP-1', 'A lamp', '2019'],
    ['APP-1', 'A pump', '2021'],
  ])
  const [wide] = createExportTables('applications', { format: 'csv', keys: ['number', 'patents'] }, withPatents)
  expect(createCells(wide, ['APP-1', { patents: entries }], withPatents)).toEqual([['APP-1', 'A lamp\nA pump']])
})

test('every section of the form can be exported', () => {
  const columns = Object.values(listExportColumns('applications'))
  const named = columns.flatMap(({ source }) => ('section' in source ? [source.section] : []))
  expect([...new Set(named)]).toEqual(Object.keys(sections))
  expect(listExportColumns('applications')['homeAddress.state']?.source).toMatchObject({ from: 'answer' })
  // Answers are of applications alone.
  const others = exportedLists.filter((list) => list !== 'applications')
  for (const list of others)
    expect(Object.values(listExportColumns(list)).filter(({ source }) => source.from !== 'value')).toEqual([])
})

test('answers are personal, and so are slips and audit events; school and stage are not', () => {
  expect(isPersonalExport('audit', 'csv', ['action'])).toBe(true)
  expect(isPersonalExport('applications', 'xlsx', ['number', 'publication'])).toBe(true)
  expect(isPersonalExport('applications', 'zip-pdf', [])).toBe(true)
  for (const [key, { source }] of Object.entries(listExportColumns('applications')))
    if (source.from !== 'value') expect([key, isPersonalExport('applications', 'csv', [key])]).toEqual([key, true])
  expect(isPersonalExport('applicants', 'csv', ['school', 'stage', 'state'])).toBe(false)
})

test('numbers and amounts arrive as numbers, days as days, and choices as on the page; what is missing is empty', () => {
  const options = { new: 'New', open: 'Under way' }
  const values = [
    ['number', '12', 12],
    ['money', '1500.5', 1500.5],
    ['text', '007', '007'],
    ['flag', true, 'Yes'],
    ['flag', false, 'No'],
    ['day', '2024-12-31', { day: '2024-12-31' }],
    ['day', '2024-12-31 08:30', '2024-12-31 08:30'],
    ['choice', 'open', 'Under way'],
    ['choice', ['new', 'open', 'gone'], 'New, Under way, gone'],
    ['number', null, null],
    ['flag', undefined, null],
  ] as const
  const columns = values.map(([kind]) => ({
    heading: '',
    source: { from: 'value', key: 'any', kind, options } as const,
  }))
  const cells = createCells(
    { name: '', columns },
    values.map(([, value]) => value),
  )
  expect(cells).toEqual([values.map(([, , cell]) => cell)])
})

test('an answer reads as on the form, files by their number, and what is not answered or not asked is empty', () => {
  const source = (section: string, field: string | null) => ({ from: 'answer', section, field }) as const
  const columns = [
    source('hobby', null),
    source('homeAddress', 'state'),
    source('homeAddress', 'address'),
    source('homeAddress', 'unheard'),
    source('homeAddress', null),
    source('unheard', null),
    { from: 'entries', section: 'hobby' } as const,
    { from: 'fact', fact: 'unheard' } as const,
    { from: 'fact', fact: 'highestCertificate' } as const,
  ].map((source) => ({ heading: '', source }))
  const answers = {
    hobby: 'Chess',
    homeAddress: { state: 'osun', address: ' ' },
    academicQualification: [{ certificate: 'phd' }],
  }
  expect(createCells({ name: '', columns }, [answers])).toEqual([
    ['Chess', 'Osun', null, null, null, null, null, null, 'PhD'],
  ])
  expect(createCells({ name: '', columns }, [{}])).toEqual([columns.map(() => null)])

  const ofEntry = ['position', 'otherPosition'].map((field) => ({
    heading: '',
    source: { from: 'entry', section: 'experience', field } as const,
  }))
  const cells = createCells({ name: '', columns: ofEntry, entriesOf: 'experience' }, [
    [
      { position: 'others', otherPosition: 'Baker' },
      { position: 'Lecturer', otherPosition: 'left from before' },
    ],
  ])
  expect(cells.map(([, other]) => other)).toEqual(['Baker', null])
  expect(createCells({ name: '', columns: ofEntry, entriesOf: 'experience' }, [null])).toEqual([])
  const files = { heading: '', source: { from: 'entry', section: 'publication', field: 'fileUrl' } as const }
  expect(
    createCells({ name: '', columns: [files], entriesOf: 'publication' }, [
      [{ fileUrl: ['/a', '/b'] }, { fileUrl: [] }],
    ]),
  ).toEqual([[2], [null]])
})

test('a value reads as in the list: labels, yes and no, days, and nothing where there is none', () => {
  const [table] = createExportTables('applicants', {
    format: 'csv',
    keys: ['state', 'gender', 'paid', 'flags', 'submitted', 'phone'],
  })
  const values = ['osun', 'f', true, ['complaint', 'nin_mismatch'], '2024-10-06', null]
  expect(createCells(table, values)).toEqual([
    ['Osun', 'Female', 'Yes', 'Open complaint, NIN does not match', { day: '2024-10-06' }, null],
  ])
  expect(createCells(table, [null, 'm', false, [], null, '08031234567'])).toEqual([
    [null, 'Male', 'No', '', null, '08031234567'],
  ])
})

test('an event of the audit log reads as on the page', () => {
  const [table] = createExportTables('audit', { format: 'csv', keys: ['action', 'subject', 'reason', 'detail'] })
  const event = {
    action: 'payment_viewed',
    actor: 'staff',
    person: { name: 'Bello Amina' },
    userId: null,
    subject: null,
  }
  expect(createCells(table, [event, event, 'As asked.', { columns: ['surname'] }])).toEqual([
    ['Bello Amina looked at a payment.', null, 'As asked.', 'Fields: surname'],
  ])
  expect(createCells(table, [event, event, null, {}])[0]?.slice(1)).toEqual([null, null, null])
})

test('a row has the values of its columns, and the answers or entries where one needs them', () => {
  const decide = (format: 'csv' | 'xlsx', ...keys: string[]) =>
    createExportTables('applications', { format, keys }).map((table) => [listValueKeys(table), decideLastValue(table)])
  expect(decide('csv', 'number', 'stage')).toEqual([[['number', 'stage'], 'nothing']])
  for (const key of ['hobby', 'publication', 'facts.bestGrade'])
    expect([key, decide('csv', 'number', key)]).toEqual([key, [[['number'], 'answers']]])
  expect(decide('xlsx', 'number', 'publication')).toEqual([
    [['number'], 'nothing'],
    [['number'], 'entries'],
  ])
})

test('the list of staff is none that can be exported, nor is what every object has', () => {
  const names = ['applications', 'people', 'constructor', 'toString', '__proto__']
  expect(names.filter(isExportedList)).toEqual(['applications'])
})

test.each<[StaffRole[], ExportedList, boolean]>([
  [['bursar'], 'payments', true],
  [['bursar'], 'applications', false],
  [['exam'], 'seats', true],
  [['exam'], 'applications', false],
  [['helpdesk'], 'applicants', false],
  [['chair', 'helpdesk'], 'payments', false],
  // An auditor reads all lists, and makes no files.
  [['bursar', 'auditor'], 'payments', true],
  [['bursar', 'auditor'], 'seats', false],
  [['bursar', 'auditor'], 'sittings', false],
  [['registry'], 'complaints', true],
  [['registry', 'admin'], 'audit', true],
])('%j export the list of %s: %s', (roles, list, isAllowed) => {
  const grants = roles.map((role) => ({ role }))
  expect(mayExport(grants, list)).toBe(isAllowed)
})

test.each<[StaffRole[], ExportedList, string[], boolean]>([
  [['registry'], 'applicants', ['name', 'email', 'phone'], true],
  [['registry'], 'applicants', ['name', 'unheard'], true],
  [['bursar'], 'payments', ['rrr', 'name'], true],
  [['bursar'], 'applications', ['number'], false],
  [['exam'], 'applicants', ['name', 'email'], false],
])('%j export from the list of %s the columns %j: %s', (roles, list, columns, isAllowed) => {
  const grants = roles.map((role) => ({ role }))
  expect(mayExportColumns(grants, { list, columns })).toBe(isAllowed)
})

test('somebody exports of the exercises in which a role allows it, and not by a part of a permission', () => {
  const grant = (role: StaffRole, exerciseId: number | null) => ({ role, exerciseId, school: null, department: null })
  const grants = [grant('registry', 1), grant('exam', 2), grant('helpdesk', null)]
  expect(listExportedExercises(grants, null)).toEqual([1])
  expect(listExportedExercises(grants, 1)).toEqual([1])
  expect(listExportedExercises(grants, 2)).toEqual([])
  expect(listExportedExercises([grant('registry', null)], null)).toBeNull()
  expect(listExportedExercises([grant('registry', null)], 2)).toEqual([2])
})
