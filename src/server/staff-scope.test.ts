// Every call of the staff is sent for one of everything, by people who have the permission of the call elsewhere: in another
// exercise, for another school, or for all of it while they are recused from the case.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getStaffCall, type StaffCallName, staffCalls } from '#shared/api/staff/calls.ts'
import type { CallScope, StaffContract } from '#shared/api/staff/contract.ts'
import { staffContracts } from '#shared/api/staff/contracts.ts'
import type { ListDescription } from '#shared/lists/list.ts'
import { staffLists } from '#shared/lists/lists.ts'
import {
  hasPermission,
  hasPermissionIn,
  hasWholePermissionIn,
  listGrantsIn,
  listScopedExercises,
  listWholeScopes,
  type Permission,
  type RoleGrant,
  type StaffRole,
} from '#shared/roles/permissions.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { addOwnWork, createStaffObjects, recuseFrom, type StaffObjects } from '#tests/support/api/staff-objects.ts'
import { scoreAll } from '#tests/support/fixtures/interviews.ts'
import { sittingAt, venueOf } from '#tests/support/fixtures/sittings.ts'

/** The exercise of all objects, and another one. Their ids in the database are in `exerciseIds`. */
const here = 1
const there = 2
/** Where the applicant is. */
const place = { exerciseId: here, school: 'Technology', department: 'Computer Science', isSeated: true }

interface ScopedPrincipal {
  grants: RoleGrant[]
  isRecused?: true
}

const grant = (role: StaffRole, exerciseId: number | null, school: string | null = null): RoleGrant => ({
  role,
  exerciseId,
  school,
  department: null,
})
const everywhere = (...roles: StaffRole[]) => roles.map((role) => grant(role, null))
const allHere = (...roles: StaffRole[]) => roles.map((role) => grant(role, here))

const principals = {
  'a registry officer there and auditor here': { grants: [grant('registry', there), grant('auditor', here)] },
  'an administrator there and registry officer here': { grants: [grant('admin', there), grant('registry', here)] },
  'a registry officer there and administrator here': { grants: [grant('registry', there), grant('admin', here)] },
  'a chair there and reviewer of another school here': {
    grants: [grant('chair', there), grant('reviewer', here, 'Management')],
  },
  'a data protection officer there and helpdesk here': { grants: [grant('dpo', there), grant('helpdesk', here)] },
  'a helpdesk there and exam officer here': { grants: [grant('helpdesk', there), grant('exam', here)] },
  'an exam officer there and auditor here': { grants: [grant('exam', there), grant('auditor', here)] },
  'a bursar there and chair here': { grants: [grant('bursar', there), grant('chair', here)] },
  'an auditor there and bursar here': { grants: [grant('auditor', there), grant('bursar', here)] },
  'a registry officer and chair there alone': { grants: [grant('registry', there), grant('chair', there)] },
  'a reviewer of another school': { grants: [grant('reviewer', null, 'Management')] },
  'somebody with many roles, recused': {
    grants: everywhere('registry', 'chair', 'reviewer', 'helpdesk', 'bursar', 'exam'),
    isRecused: true,
  },
  'a data protection officer and auditor, recused': { grants: everywhere('dpo', 'auditor'), isRecused: true },
} satisfies Record<string, ScopedPrincipal>
type PrincipalName = keyof typeof principals
const principalNames = Object.keys(principals) as PrincipalName[]

/** Each call is answered to one of these: what the others are refused exists, and can be done. */
const insiders = {
  'somebody with many roles here': { grants: allHere('registry', 'chair', 'reviewer', 'helpdesk', 'bursar', 'exam') },
  'a data protection officer here': { grants: allHere('dpo', 'auditor') },
  'an administrator here': { grants: allHere('admin') },
  'an administrator of every exercise': { grants: everywhere('admin') },
} satisfies Record<string, ScopedPrincipal>

type OwnWork = Awaited<ReturnType<typeof addOwnWork>>
let api: TestApi
let objects: StaffObjects
let exerciseIds: Readonly<Record<number, number>>
let people: Map<string, TestStaff & { own: OwnWork }>
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  const { pool } = api.database
  const current = await pool.query('select id from exercises')
  const other = await pool.query(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
      values ('Institute', 'I', 'Recruitment', 2031, 0, 0, '[]', 'Vendor') returning id`,
  )
  exerciseIds = { [here]: current.rows[0].id, [there]: other.rows[0].id }
  objects = await createStaffObjects(api, current.rows[0].id)
  people = new Map()
  for (const [name, principal] of Object.entries<ScopedPrincipal>({ ...principals, ...insiders }))
    await addPerson(name, principal)
}, 60_000)
afterAll(() => api.close())
beforeEach(() => api.forgetRateLimits())

async function addPerson(name: string, { grants, isRecused }: ScopedPrincipal) {
  const stored = grants.map(({ exerciseId, ...rest }) => ({
    ...rest,
    exerciseId: exerciseId === null ? null : (exerciseIds[exerciseId] ?? null),
  }))
  const person = await createStaff(api, stored, { isFresh: true, name })
  const own = await addOwnWork(api, person.id, { ...objects, exerciseId: exerciseIds[here] ?? 0 })
  if (isRecused) await recuseFrom(api, person.id, objects.applicationId, person.id)
  people.set(name, { ...person, own })
}

const getPerson = (name: string) => {
  const person = people.get(name)
  if (!person) throw new Error(`There is no ${name}.`)
  return person
}

type Ids = StaffObjects & OwnWork

/** What a call of each scope names in its path. */
const pathsOf: Readonly<Record<CallScope, Readonly<Record<string, keyof Ids>>>> = {
  'own account': {},
  list: {},
  applicant: { userId: 'userId' },
  application: { number: 'number' },
  complaint: { number: 'complaint' },
  exercise: { year: 'year', day: 'day' },
  export: { id: 'export' },
  import: { id: 'import' },
  mailing: { id: 'mailing' },
  payment: { rrr: 'rrr' },
  'money case': { id: 'moneyCase' },
  person: { id: 'person', session: 'personSession' },
  publication: { id: 'publication', number: 'number' },
  seat: { id: 'seat' },
  seating: { run: 'seating' },
  selection: { id: 'selection' },
  settlement: { id: 'settlement' },
  sitting: { id: 'sitting', panel: 'panel' },
}
/** What else stands for `:id`. */
const idOf: Partial<Record<StaffCallName, keyof Ids>> = {
  endApplicantSession: 'session',
  resendEmail: 'email',
  emailAddress: 'email',
  decideCorrection: 'correction',
  staffFile: 'file',
  endRecusal: 'recusal',
  decideExerciseChange: 'change',
  decideProposal: 'proposal',
  endOwnStaffSession: 'personSession',
  renamePasskey: 'passkey',
  removePasskey: 'passkey',
  deleteView: 'view',
  changeVenue: 'venue',
  panels: 'interview',
  addPanel: 'interview',
  changePanel: 'interview',
  removePanel: 'interview',
  arrangeSlots: 'interview',
  changeSlot: 'interviewSeat',
  interview: 'interviewSeat',
  handInSheet: 'interviewSeat',
  takeInterviewResult: 'interviewSeat',
}

const reason = 'The police asked in writing.'
const getTomorrow = () => new Date(api.clock.now().getTime() + 86_400_000).toISOString()
const createList = () => {
  const form = new FormData()
  form.append('file', new Blob(['Surname,First Name,Email\r\nBello,Amina,amina@example.org\r\n']), 'list.csv')
  return form
}
/** What each call needs to be understood, and where it names something in its body. */
const bodies: Partial<Record<StaffCallName, (ids: Ids) => unknown>> = {
  correctApplicant: () => ({ surname: 'Other', reason: 'Typed wrongly on the list.', version: 1 }),
  moveApplicant: () => ({ fee: 17_000, reason, version: 1 }),
  decideCorrection: () => ({ decision: 'approve' }),
  resetApplicantPassword: () => ({}),
  printPasswordSlip: () => ({}),
  holdApplicant: () => ({ reason }),
  releaseApplicant: () => ({ reason }),
  revealNin: () => ({ reason }),
  resendEmail: () => ({}),
  reviewApplication: () => ({ verdict: 'shortlist', version: 1 }),
  decideApplication: () => ({ outcome: 'shortlisted', version: 1 }),
  recordOutcome: () => ({ outcome: 'unsuccessful', version: 0 }),
  confirmOutcome: () => ({ version: 0 }),
  recordOutcomes: ({ selection }) => ({ selection, outcome: 'unsuccessful' }),
  confirmOutcomes: ({ selection }) => ({ selection, outcome: 'unsuccessful' }),
  stepMoneyCase: () => ({ act: 'explain', note: 'The bank explained it.', version: 0 }),
  approveMoneyCase: () => ({ act: 'approve_refund', amount: 1, version: 0 }),
  returnApplication: () => ({ reason: 'A page is missing.', until: getTomorrow(), version: 1 }),
  takeBackReturn: () => ({ version: 1 }),
  withdrawApplication: () => ({ reason }),
  reinstateApplication: () => ({ reason, version: 1 }),
  addApplicationNote: () => ({ text: 'Called back.' }),
  recuse: () => ({ reason: 'We are related.' }),
  assignApplications: ({ selection, reviewer }) => ({ selection, to: [reviewer] }),
  answerComplaint: () => ({ direction: 'note', body: 'Called back.' }),
  changeComplaint: () => ({ state: 'open', version: 1 }),
  changeExerciseText: () => ({ kind: 'category', code: 'login', title: 'Signing in', isOffered: true, version: 0 }),
  addVenue: () => venueOf({ name: 'Other hall' }),
  changeVenue: () => ({ ...venueOf({ name: 'Third hall' }), version: 1 }),
  addSitting: ({ venue }) => ({ ...sittingAt(venue), label: 'Batch B', exercise: 2024 }),
  changeSitting: ({ venue }) => ({ ...sittingAt(venue), version: 1 }),
  previewSeating: ({ selection, sitting }) => ({ selection, sittings: [sitting] }),
  markAttendance: () => ({ state: 'present' }),
  sendMarks: ({ seat }) => ({ marks: [{ seat, mark: { state: 'present' } }] }),
  stepSitting: () => ({ step: 'lock', version: 1 }),
  moveSitting: () => ({ label: 'Batch C', reason: 'The hall is closed.', version: 1 }),
  moveSeats: ({ interview, seat }) => ({ sitting: interview, seats: [seat], reason }),
  addPanel: () => ({ name: 'Other panel', members: [getPerson('somebody with many roles here').id] }),
  changePanel: () => ({
    name: 'Renamed panel',
    members: [getPerson('somebody with many roles here').id],
    version: 1,
  }),
  arrangeSlots: () => ({ minutes: 20 }),
  changeSlot: ({ panel }) => ({ panel, startsAt: new Date(Date.now() + 4_000_000).toISOString(), seen: null }),
  handInSheet: () => ({ scores: scoreAll(10) }),
  takeInterviewResult: () => ({ version: 1 }),
  enterResult: () => ({ kind: 'cbt', score: 50, maximum: 100, version: 1 }),
  confirmResult: () => ({ kind: 'interview', version: 1 }),
  takeBackResult: () => ({ kind: 'interview', version: 1 }),
  checkPosts: createList,
  checkResults: createList,
  importResults: createList,
  checkSettlement: createList,
  importSettlement: createList,
  closeDay: () => ({ exercise: 2024, differences: 0, here: 0, settled: 0 }),
  approveClosedDay: () => ({ exercise: 2024, differences: 0, here: 0, settled: 0 }),
  selectByScore: () => ({ kind: 'cbt', exercise: 2024, score: 0 }),
  previewExercise: () => ({ fee: 17_000 }),
  changeExercise: () => ({ fee: 17_000, version: 1 }),
  decideExerciseChange: () => ({ decision: 'approve' }),
  prepareExercise: () => ({ year: 2040, from: 2024 }),
  uploadImport: createList,
  checkApplicant: () => ({
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
  }),
  applyImport: () => ({ count: 1 }),
  createSelection: ({ number }) => ({ of: 'applications', filter: { exercise: 2024, numbers: [number] } }),
  makeMailing: ({ userId }) => ({ kind: 'firstEmail', filter: { exercise: 2024, userIds: [userId] } }),
  startMailing: () => ({ count: 1, reason }),
  makeExport: () => ({ of: 'applications', filter: { exercise: 2024 }, columns: ['number'], format: 'csv', reason }),
  invite: () => ({ email: 'new@example.org', name: 'New', roles: [{ role: 'exam', exercise: 2024 }] }),
  changePerson: () => ({ status: 'suspended', version: 1 }),
  decideProposal: () => ({ decision: 'approve' }),
  sendStaffResetLink: () => ({}),
  makePublication: ({ selection }) => ({ kind: 'shortlist', title: 'Shortlisted', selection }),
  changePublication: () => ({ title: 'Changed', version: 1 }),
  proposePublication: () => ({ version: 1 }),
  approvePublication: () => ({ digest: 'a'.repeat(64), version: 1 }),
  returnPublication: () => ({ reason: 'One is missing from it.' }),
  renamePasskey: () => ({ name: 'Mine' }),
}
const queries: Partial<Record<StaffCallName, string>> = {
  uploadImport: '?kind=accounts&exercise=2024',
  checkApplicant: '?exercise=2024',
  nextReview: '?exercise=2024',
  assignableStaff: '?exercise=2024',
  staffCounts: '?exercise=2024',
  staffStages: '?list=applicants&exercise=2024',
  staffSearch: '?q=Unreachable',
  waitingResults: '?exercise=2024',
  applicantResult: '?kind=cbt',
  ledgerTotals: '?exercise=2024',
  revenue: '?exercise=2024',
  checkResults: '?kind=cbt&exercise=2024',
  importResults: '?kind=cbt&exercise=2024&count=1',
  countCutOff: '?kind=cbt&exercise=2024&score=0',
  checkSettlement: '?exercise=2024&firstDay=2024-06-10&lastDay=2024-06-10',
  importSettlement: '?exercise=2024&firstDay=2024-06-10&lastDay=2024-06-10&count=1',
  reconciledDays: '?exercise=2024',
}

/** How a call is refused that does not answer `not_found` or `not_permitted`. */
const otherRefusals: Partial<Record<StaffCallName, string>> = {
  createSelection: 'selection_empty',
  selectByScore: 'selection_empty',
  makeMailing: 'mailing_nobody',
  invite: 'invalid_request',
}

const lists: readonly ListDescription[] = Object.values(staffLists)

const calls = (Object.keys(staffCalls) as StaffCallName[]).map((name) => {
  const { access, scope, query }: StaffContract = staffContracts[name]
  const { method, path } = getStaffCall(name)
  const permission = access.startsWith('staff:') ? (access.slice('staff:'.length) as Permission) : null
  const list = lists.find((one) => one.query === query)
  return { name, method, path, scope, permission, list }
})
type Call = (typeof calls)[number]

/** What the person has of the own account names nothing else. */
const namesSomething = ({ scope, path }: Call) => scope !== 'own account' || path.includes(':')

const personalScopes: ReadonlySet<CallScope> = new Set([
  'applicant',
  'application',
  'complaint',
  'money case',
  'payment',
  'seat',
])
/** Other calls that show applicants, or write to them, one by one, besides the lists that say so. */
const personalCalls: ReadonlySet<StaffCallName> = new Set([
  'staffSearch',
  'moveSeats',
  'interviews',
  'waitingResults',
  'selectByScore',
  'staffAudit',
  'createSelection',
  'makeMailing',
  'nextReview',
  'publicationItems',
  'publicationEmail',
])
const isPersonal = ({ name, scope, list }: Call) =>
  personalScopes.has(scope) || personalCalls.has(name) || list?.reading !== undefined
/** Where a role that is limited to a part does not reach these objects. */
const isOfWhole = ({ name, scope }: Call) =>
  scope === 'complaint' ||
  scope === 'publication' ||
  [
    'staffComplaints',
    'staffPublications',
    'checkPayment',
    'makeExport',
    'makePublication',
    'decideExerciseChange',
  ].includes(name)

function reaches(call: Call, { grants, isRecused }: ScopedPrincipal): boolean {
  const { scope, permission } = call
  if (scope === 'own account') return false
  if (isRecused && isPersonal(call)) return false
  const own = listGrantsIn(grants, here)
  if (permission === null) return own.length > 0
  // What is prepared is another exercise.
  if (call.name === 'prepareExercise') return listScopedExercises(listWholeScopes(grants, permission)) === null
  if (isOfWhole(call)) return hasWholePermissionIn(grants, permission, place)
  return isPersonal(call) ? hasPermissionIn(grants, permission, place) : hasPermission(own, permission)
}

/** Those who have the permission of the call, but not for these objects. */
const listOutsiders = (call: Call): PrincipalName[] =>
  principalNames.filter((name) => {
    const principal: ScopedPrincipal = principals[name]
    const isAdmitted = call.permission === null || hasPermission(principal.grants, call.permission)
    return isAdmitted && !reaches(call, principal)
  })

const attempts = calls.filter(namesSomething).map((call) => ({ ...call, outsiders: listOutsiders(call) }))
const cells = attempts.flatMap(({ name, outsiders }) => outsiders.map((outsider) => `${name}, ${outsider}`))

const listParameters = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => String(parameter))

/** As valid as the other, and nothing has it. */
function makeUnknown(parameter: string, id: string): string {
  if (parameter === 'year') return '2099'
  return id.length === 36 ? crypto.randomUUID() : id.replace(/\d+$/, (digits) => '9'.repeat(digits.length))
}

/** @param unknown the parameter of the path that names nothing */
async function send({ name, method, path: template, scope, list }: Call, personName: string, unknown?: string) {
  const { own, call, id: personId } = getPerson(personName)
  const ids: Ids = { ...objects, ...own }
  const id = idOf[name]
  const names: Readonly<Record<string, keyof Ids>> = { ...pathsOf[scope], ...(id && { id }) }
  const path = template.replace(/:(\w+)/g, (_, parameter: string) => {
    const object = names[parameter]
    if (!object) throw new Error(`This table has no object for :${parameter} of ${name}.`)
    return parameter === unknown ? makeUnknown(parameter, ids[object]) : ids[object]
  })
  const body = bodies[name]?.(ids)
  const query = queries[name] ?? (list?.exercise === 'current' ? '?exercise=2024' : '')
  const answer = await call(method, path + query, body === undefined ? {} : { body })
  const { year: _, person, reviewer: __, ...visible } = ids
  const marks = ['Unreachable', '"year":2024', ...(person === personId ? [] : [person]), ...Object.values(visible)]
  const text = JSON.stringify(answer.body)
  return { status: answer.status, code: answer.body.code, text, visible: marks.filter((mark) => text.includes(mark)) }
}

/** All tables without what the requests themselves leave. */
async function readState(): Promise<Record<string, string>> {
  const { rows: tables } = await api.database.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('audit_log', 'rate_limits', 'staff_readings')`,
  )
  const statements = tables.map(
    ({ name }) => `select '${name}' as name,
      sum(hashtextextended((to_jsonb(t) - 'last_seen_at')::text, 0)) as content from ${name} t`,
  )
  const { rows } = await api.database.pool.query(statements.join(' union all '))
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]))
}

test('V8.2.2 V8.2.3 there are more than 200 attempts, and some for each call that names something', () => {
  expect(cells.length).toBeGreaterThan(200)
  expect(attempts.filter(({ outsiders }) => outsiders.length === 0).map(({ name }) => name)).toEqual([])
})

/** Lists of what has no name in their replies. */
const unmarked: ReadonlySet<StaffCallName> = new Set(['staffCounts', 'staffStages', 'staffLedger'])

const findInsider = (call: Call) => Object.entries(insiders).find(([, insider]) => reaches(call, insider))?.[0] ?? ''

// `createStaffObjects` makes them.
test('each list has an entry that those of the exercise see', async () => {
  const empty: string[] = []
  for (const call of calls.filter(({ scope, method }) => scope === 'list' && method === 'GET')) {
    const { text, visible } = await send(call, findInsider(call))
    if (visible.length === 0 && !unmarked.has(call.name)) empty.push(`${call.name}: ${text}`)
  }
  expect(empty).toEqual([])
})

let state: Promise<Record<string, string>> | undefined

test.each(attempts)('V8.2.2 V8.2.3 $name reaches nothing outside the scope', async ({ outsiders, ...call }) => {
  state ??= readState()
  const before = await state
  for (const outsider of outsiders) {
    const { status, code, text, visible } = await send(call, outsider)
    const isList = status === 200 && call.method === 'GET' && (call.scope === 'list' || isPersonal(call))
    const refusals = ['not_found', 'not_permitted', otherRefusals[call.name] ?? 'not_found']
    if (!isList) expect(refusals, `${outsider}: ${status} ${text}`).toContain(code)
    expect(visible, `${outsider}: ${text}`).toEqual([])
  }
  state = readState()
  expect(await state).toEqual(before)
})

/** Calls that change nothing for good; here nobody is absent, and no case can be assigned. */
const withoutEvent: ReadonlySet<StaffCallName> = new Set([
  'renewViewing',
  'endViewing',
  'previewSeating',
  'markAbsentees',
  'assignApplications',
  'checkPosts',
  'checkSettlement',
  'checkResults',
  'previewExercise',
  'makeMailing',
  'createSelection',
])

test('what the others are refused exists: those of the exercise reach it, and the audit log says what they did', async () => {
  const wrong: string[] = []
  const unrecorded: string[] = []
  const countEvents = async () => (await api.database.pool.query('select count(*) from audit_log')).rows[0].count
  // A withdrawn application has no seat, and a person who recuses themselves reaches nothing of the case any more.
  const last = calls.filter(({ name }) => name === 'withdrawApplication' || name === 'recuse')
  for (const call of [...calls.filter((one) => one.scope !== 'own account' && !last.includes(one)), ...last]) {
    const name = findInsider(call)
    const before = await countEvents()
    const { status, code, text, visible } = await send(call, name)
    const isRecorded = status >= 300 || call.method === 'GET' || (await countEvents()) !== before
    if (!isRecorded && !withoutEvent.has(call.name)) unrecorded.push(call.name)
    const isRefused = status >= 500 || status === 400 || ['not_found', 'not_permitted'].includes(code)
    const isEmpty = call.scope === 'list' && visible.length === 0 && !unmarked.has(call.name)
    if (isRefused || isEmpty) wrong.push(`${call.name} by ${name}: ${status} ${text}`)
  }
  expect(wrong).toEqual([])
  expect(unrecorded).toEqual([])
})

test('what is not there is not found by those who would reach it', async () => {
  const wrong: string[] = []
  for (const call of calls)
    for (const parameter of listParameters(call.path).filter((one) => one !== 'day')) {
      const name = call.scope === 'own account' ? 'an administrator here' : findInsider(call)
      const { status, text } = await send(call, name, parameter)
      if (status !== 404) wrong.push(`${call.name} without its ${parameter}: ${status} ${text}`)
    }
  expect(wrong).toEqual([])
})

test.each(['a registry officer there and auditor here', 'somebody with many roles, recused'])(
  'V8.2.2 %s links no complaint to an applicant out of reach',
  async (name) => {
    const sent = { userId: null, complain: 'The page was slow.', fullname: 'Bisi', email: 'bisi@example.org' }
    const { number } = (await api.call('POST', '/contact/create', { body: sent })).body.data
    const link = { applicant: objects.userId, version: 1 }
    const answer = await getPerson(name).call('PATCH', `/staff/complaints/${number}`, { body: link })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'applicant' }] } })
  },
)

const email = 'unreachable@'
const phone = '0809'
const rrr = '310000000001'

test.each([
  { typed: email, role: 'exam' as const },
  { typed: phone, role: 'exam' as const },
  { typed: phone, role: 'bursar' as const },
  { typed: rrr, role: 'chair' as const },
])('V8.2.3 $role finds nobody by $typed, which the list does not show them', async ({ typed, role }) => {
  const { pool } = api.database
  await pool.query(`update accounts set email = 'unreachable@example.org', phone = '08091112222' where id = $1`, [
    objects.accountId,
  ])
  // Exam officers read those with a seat.
  await pool.query('update seats set released_at = now() where application_id = $1', [objects.applicationId])
  await pool.query('update payments set rrr = $2 where account_id = $1', [objects.accountId, rrr])
  const find = async (roles: StaffRole[], list: string) => {
    const person = await createStaff(api, roles)
    const { body } = await person.call('GET', `/staff/${list}?q=${encodeURIComponent(typed)}`)
    return body.data.rows.map(({ userId }: { userId: string }) => userId)
  }
  expect(await find([role], 'applicants')).toEqual([])
  expect(await find(['registry'], 'applicants')).toEqual([objects.userId])
  if (role === 'chair') expect(await find([role], 'applications')).toEqual([])
  const elsewhere = await createStaff(api, [
    { role, exerciseId: exerciseIds[here] ?? 0 },
    { role: 'registry', exerciseId: exerciseIds[there] ?? 0 },
  ])
  const found = await elsewhere.call('GET', `/staff/applicants?exercise=2024&q=${encodeURIComponent(typed)}`)
  expect(found.body.data.rows).toEqual([])
})
