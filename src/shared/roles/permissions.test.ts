import { expect, test } from 'vitest'
import {
  hasPermission,
  hasPermissionIn,
  hasWholePermissionIn,
  isGivenByTwo,
  listGrantsIn,
  listLimits,
  listPermissions,
  listScopedExercises,
  listScopes,
  type Permission,
  type PermissionRule,
  permissionNames,
  permissionRules,
  permissionsWithoutCall,
  type RoleGrant,
  staffRoleLabels,
  staffRoleNames,
} from './permissions.ts'

const grant = (role: RoleGrant['role'], more: Partial<RoleGrant> = {}): RoleGrant => ({
  role,
  exerciseId: null,
  school: null,
  department: null,
  ...more,
})

const rolesGivenByTwo = staffRoleNames.filter((role) => isGivenByTwo({ role }))

function printTable(): string {
  const cells = ['permission', ...staffRoleNames, 'second person', 'fresh sign-in']
  const toRow = (row: string[]) => `| ${row.join(' | ')} |`
  const rows = permissionNames.map((name) => {
    const { roles, secondPerson = '', fresh = '' }: PermissionRule = permissionRules[name]
    const marks = staffRoleNames.map((role) => {
      const extent = roles[role]
      if (extent === undefined) return '–'
      return typeof extent === 'string' ? { all: '●', scope: '◐ own school' }[extent] : `◐ ${extent.only}`
    })
    return toRow([name, ...marks, secondPerson, fresh])
  })
  return [
    '# What the roles of the staff may do',
    '',
    '`src/shared/roles/permissions.ts` as a table; a test writes it, run `npx vitest run src/shared/roles -u` after a change.',
    '● may · ◐ may within a limit · – may not. A person can hold several roles, each for one exercise or for all;',
    'roles of different exercises never add up.',
    '',
    ...staffRoleNames.map((role) => `- ${role}: ${staffRoleLabels[role]}`),
    '',
    toRow(cells),
    toRow(cells.map(() => '---')),
    ...rows,
    '',
    `A second administrator approves who gets or loses these roles: ${rolesGivenByTwo.join(', ')}.`,
    '',
    `No call asks for these yet: ${permissionsWithoutCall.join(', ')}.`,
    '',
  ].join('\n')
}

test('docs/permissions.md is the table of the code', async () => {
  await expect(printTable()).toMatchFileSnapshot('../../../docs/permissions.md')
})

test('an administrator sees no applicant', () => {
  const personal = /^(applicant|application|file|nin|account|subject|export|complaint|payment):/
  expect(listPermissions([grant('admin')]).filter((name) => personal.test(name))).toEqual([])
})

test('a role that decides, approves or reveals is given by two administrators, and so is that of an administrator', () => {
  const rules: readonly (readonly [string, PermissionRule])[] = Object.entries(permissionRules)
  const names = rules.filter(([, { givenByTwo }]) => givenByTwo).map(([name]) => name)
  const expected = permissionNames.filter(
    (name) => /:(decide|confirm|approve|reveal)$/.test(name) || name === 'staff:manage',
  )
  expect(names).toEqual(expected)
  expect(rolesGivenByTwo).toEqual(['registry', 'chair', 'bursar', 'admin', 'dpo'])
})

test('several roles add up', () => {
  const grants = [grant('bursar'), grant('exam')]
  expect(hasPermission(grants, 'settlement:import')).toBe(true)
  expect(hasPermission(grants, 'sitting:manage')).toBe(true)
  expect(hasPermission(grants, 'application:review')).toBe(false)
})

test('a reviewer is limited to a school, another role to an exercise at most', () => {
  const grants = [grant('reviewer', { school: 'Technology', exerciseId: 1 }), grant('auditor', { exerciseId: 2 })]
  expect(listScopes(grants, 'applicant:read')).toEqual([
    { exerciseId: 1, school: 'Technology', department: null },
    { exerciseId: 2, school: null, department: null },
  ])
})

test('a limit counts unless another role has all of it', () => {
  expect(listLimits([grant('bursar')], 'complaint:answer')).toEqual(['money'])
  expect(listLimits([grant('bursar'), grant('helpdesk')], 'complaint:answer')).toBeNull()
})

test('an exam officer reads those who have a seat', () => {
  const grants = [grant('exam', { exerciseId: 1 })]
  expect(listScopes(grants, 'applicant:read')).toEqual([
    { exerciseId: 1, school: null, department: null, isSeated: true },
  ])
  const mayRead = (exerciseId: number, isSeated: boolean) =>
    hasPermissionIn(grants, 'applicant:read', { exerciseId, isSeated })
  expect([mayRead(1, true), mayRead(1, false), mayRead(2, true)]).toEqual([true, false, false])
  expect(hasPermissionIn(grants, 'applicant:read', { exerciseId: 1 })).toBe(false)
})

test('who may export the list of applicants may read each of them, with email address and phone number', () => {
  const listWhole = (permission: Permission) =>
    staffRoleNames.filter((role) => hasWholePermissionIn([grant(role)], permission, { exerciseId: 1 }))
  expect(listWhole('export:make')).toEqual(['registry', 'chair', 'dpo'])
  expect(listWhole('applicant:read')).toEqual(expect.arrayContaining(listWhole('export:make')))
})

test('a role gives its permission in its own place alone, and a limited one never counts as whole', () => {
  const reviewer = [grant('reviewer', { exerciseId: 1, school: 'Technology', department: 'Computing' })]
  const place = { exerciseId: 1, school: 'Technology', department: 'Computing' }
  const mayReview = (elsewhere: object) => hasPermissionIn(reviewer, 'application:review', { ...place, ...elsewhere })
  expect(mayReview({})).toBe(true)
  for (const elsewhere of [{ exerciseId: 2 }, { school: 'Science' }, { department: 'Physics' }, { department: null }])
    expect([elsewhere, mayReview(elsewhere)]).toEqual([elsewhere, false])
  expect(hasPermissionIn([grant('reviewer')], 'application:review', place)).toBe(true)

  const bursar = [grant('bursar', { exerciseId: 1 })]
  expect(hasPermissionIn(bursar, 'complaint:answer', { exerciseId: 1 })).toBe(true)
  expect(hasWholePermissionIn(bursar, 'complaint:answer', { exerciseId: 1 })).toBe(false)
  expect(hasWholePermissionIn(bursar, 'settlement:import', { exerciseId: 1 })).toBe(true)
  expect(hasWholePermissionIn(bursar, 'settlement:import', { exerciseId: 2 })).toBe(false)
})

test('the exercises of scopes are named unless one of them is every exercise', () => {
  expect(listScopedExercises([{ exerciseId: 1 }, { exerciseId: 3 }])).toEqual([1, 3])
  expect(listScopedExercises([{ exerciseId: 1 }, { exerciseId: null }])).toBeNull()
  expect(listScopedExercises([])).toEqual([])
})

test('in an exercise count its own roles and those of every exercise', () => {
  const grants = [grant('bursar'), grant('exam', { exerciseId: 1 }), grant('chair', { exerciseId: 2 })]
  const listRoles = (exerciseId: number | null) => listGrantsIn(grants, exerciseId).map(({ role }) => role)
  expect(listRoles(1)).toEqual(['bursar', 'exam'])
  expect(listRoles(null)).toEqual(['bursar', 'exam', 'chair'])
})
