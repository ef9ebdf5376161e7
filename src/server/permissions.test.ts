// Requests every route as every kind of principal, and compares who is admitted with what the route declares.
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type AnyCallName, allCalls } from '#shared/api/applicant/all-calls.ts'
import type { ApplicantAccess } from '#shared/api/applicant/contract.ts'
import { contracts } from '#shared/api/applicant/contracts.ts'
import { type StaffCallName, staffCalls } from '#shared/api/staff/calls.ts'
import { staffContracts } from '#shared/api/staff/contracts.ts'
import type { StaffColumn } from '#shared/lists/column.ts'
import { staffLists } from '#shared/lists/lists.ts'
import type { ErrorCode } from '#shared/messages/errors.ts'
import type { StaffErrorCode } from '#shared/messages/staff-errors.ts'
import {
  hasPermission,
  type Permission,
  permissionNames,
  permissionsWithoutCall,
  staffRoleNames,
} from '#shared/roles/permissions.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { type Credentials, createPrincipals, type PrincipalName } from '#tests/support/api/principals.ts'
import { findUnlimited, type RegisteredRoute, recordRoutes } from '#tests/support/api/route-table.ts'
import { createStaffPrincipals, rolesOfStaffPrincipals, type StaffPrincipalName } from '#tests/support/api/staff.ts'

let web: string
let api: TestApi
let routes: RegisteredRoute[]
let principals: Record<PrincipalName | StaffPrincipalName, () => Promise<Credentials>>
beforeAll(async () => {
  web = await createWebBuild()
  const started = await recordRoutes(() =>
    startApi({ jobs: 'waiting', web: { root: web, widgetOrigin: 'http://localhost:1' } }),
  )
  api = started.created
  routes = started.routes
  principals = { ...(await createPrincipals(api)), ...(await createStaffPrincipals(api)) }
  // Rendered at the first request, which a busy machine may give up at first.
  const renderAdvert = async () => (await api.call('GET', '/exercise/advert.pdf')).status
  await vi.waitFor(async () => expect(await renderAdvert()).toBe(200), { timeout: 90_000, interval: 1_000 })
}, 120_000)
afterAll(async () => {
  await api.close()
  await rm(web, { recursive: true })
})

async function createWebBuild() {
  const root = await mkdtemp(join(tmpdir(), 'portal-web-'))
  await mkdir(join(root, 'assets'))
  await writeFile(join(root, 'index.html'), '<!doctype html><title>Portal</title>')
  await writeFile(join(root, 'assets', 'start-a1b2c3.js'), '')
  return root
}

/** `in`: admitted, whatever the call then replies to an empty request. */
type Verdict =
  | 'in'
  | Extract<ErrorCode, 'not_logged_in' | 'session_ended' | 'must_change_password' | 'payment_required'>
  | Extract<StaffErrorCode, 'not_permitted' | 'fresh_sign_in_required'>

const statusOf = {
  not_logged_in: 401,
  session_ended: 401,
  must_change_password: 403,
  payment_required: 403,
  not_permitted: 403,
  fresh_sign_in_required: 403,
} as const
const isRejection = (code: unknown): code is keyof typeof statusOf => typeof code === 'string' && code in statusOf

const everybody: Record<PrincipalName, Verdict> = {
  nobody: 'in',
  'an unknown token': 'in',
  garbage: 'in',
  'a session that is too old': 'in',
  'a session left alone': 'in',
  'an ended session': 'in',
  "an ended session's cookie": 'in',
  "a file cookie's token as bearer": 'in',
  "a session's token as cookie": 'in',
  'a file cookie': 'in',
  "a newcomer's file cookie": 'in',
  'a newcomer': 'in',
  'an unpaid applicant': 'in',
  'a paid applicant': 'in',
}
const anySession: typeof everybody = {
  ...everybody,
  nobody: 'not_logged_in',
  'an unknown token': 'session_ended',
  garbage: 'session_ended',
  'a session that is too old': 'session_ended',
  'a session left alone': 'session_ended',
  'an ended session': 'session_ended',
  "an ended session's cookie": 'not_logged_in',
  "a file cookie's token as bearer": 'session_ended',
  "a session's token as cookie": 'not_logged_in',
  'a file cookie': 'not_logged_in',
  "a newcomer's file cookie": 'not_logged_in',
}
const passwordChanged: typeof everybody = { ...anySession, 'a newcomer': 'must_change_password' }
const verdicts: Record<ApplicantAccess, typeof everybody> = {
  public: everybody,
  provider: everybody,
  session: anySession,
  applicant: passwordChanged,
  paid: { ...passwordChanged, 'an unpaid applicant': 'payment_required' },
  reader: { ...passwordChanged, 'a file cookie': 'in', "a newcomer's file cookie": 'must_change_password' },
}

type AnyPrincipalName = PrincipalName | StaffPrincipalName
const isStaffName = (name: AnyPrincipalName): name is StaffPrincipalName => name in rolesOfStaffPrincipals
const isStaffAccess = (access: string) => access === 'staff' || access.startsWith('staff:')

/** Staff are nobody to the applicants' calls, and applicants are nobody to the staff's. */
function getVerdict({ access = 'public', fresh }: RegisteredRoute['config'], name: AnyPrincipalName): Verdict {
  if (access === 'public' || access === 'provider') return 'in'
  if (!isStaffAccess(access)) {
    // A bearer token that is no applicant's reads like one that has ended.
    if (name === "a staff session's token as bearer") return 'session_ended'
    return isStaffName(name) ? 'not_logged_in' : verdicts[access as ApplicantAccess][name]
  }
  const role = isStaffName(name) ? rolesOfStaffPrincipals[name] : null
  if (role === null) return 'not_logged_in'
  const grants = role === 'none' ? [] : [{ role, exerciseId: null, school: null, department: null }]
  if (access !== 'staff' && !hasPermission(grants, access.slice('staff:'.length) as Permission)) return 'not_permitted'
  return fresh && name !== 'a registry officer with a fresh sign-in' ? 'fresh_sign_in_required' : 'in'
}

interface Outcome {
  status: number
  code: unknown
}

/** fetch sends neither TRACE nor every header. */
function send({ method, url }: RegisteredRoute, credentials: Credentials): Promise<Outcome> {
  const path = url
    .replace(':nin', '12345678901')
    .replace(':code', '0123456789AB')
    .replace(':id', randomUUID())
    .replace(':year', '2024')
    .replace(':userId', 'RE24-00000')
    .replace(':number', 'C-2026-00000')
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method)
  return new Promise((resolve, reject) => {
    const sent = request(`${api.url}${path.replace('*', 'anything')}`, {
      method,
      headers: { ...credentials, ...(hasBody && { 'content-type': 'application/json' }) },
    })
    sent.once('error', reject)
    sent.once('response', async (response) => {
      let text = ''
      for await (const chunk of response.setEncoding('utf8')) text += chunk
      const isFailure = text.startsWith('{"status":"error"')
      resolve({ status: response.statusCode ?? 0, code: isFailure ? JSON.parse(text).code : undefined })
    })
    sent.end(hasBody ? '{}' : undefined)
  })
}

test('V8.2.1 every route declares its access', () => {
  const undeclared = routes.filter(({ config }) => !config.access).map(({ method, url }) => `${method} ${url}`)
  expect(undeclared).toEqual([])
})

test('V2.4.1 every route declares the largest body it takes, and every call its rate', () => {
  expect(findUnlimited(routes)).toEqual([])
})

test('a route without limits, with another body limit or a call without a rate is found', () => {
  const limits = { bodyBytes: 1024, perAccount: { count: 1, seconds: 60 } }
  const route = (url: string, config: object, bodyLimit = 1024) =>
    ({ method: 'GET', url, bodyLimit, config: { access: 'applicant', ...config } }) as RegisteredRoute
  const found = findUnlimited([
    route('/declared', { call: 'me', limits }),
    route('/page', { access: 'public', limits: { bodyBytes: 1024 } }),
    route('/no-limits', {}),
    route('/other-body', { call: 'me', limits }, 2048),
    route('/no-rate', { call: 'me', limits: { bodyBytes: 1024 } }),
    route('/public-per-account', { call: 'login', access: 'public', limits }),
  ])
  expect(found).toEqual(['GET /no-limits', 'GET /other-body', 'GET /no-rate', 'GET /public-per-account'])
})

test('every role is tried', () => {
  expect(Object.values(rolesOfStaffPrincipals)).toEqual(expect.arrayContaining(staffRoleNames))
})

test('every contract has its route, and the route declares the access of the contract', () => {
  const accessByRoute = Object.fromEntries(
    routes.flatMap(({ method, config }) =>
      config.call && method !== 'HEAD' ? [[config.call, config.access] as const] : [],
    ),
  )
  const allContracts = { ...contracts, ...staffContracts }
  const declared = Object.fromEntries(Object.entries(allContracts).map(([name, { access }]) => [name, access]))
  expect(accessByRoute).toEqual(declared)
  expect(routes.length).toBeGreaterThan(Object.keys(allContracts).length)
})

/** What a call that needs another permission shows besides (presenters of applicants). */
const askedWithinCalls: Permission[] = ['payment:read']

/** They wait for a provider, a password hash or a file, or are about many applications. */
const slowCalls: (AnyCallName | StaffCallName)[] = [
  ...(['acceptInvitation', 'changeOwnPassword', 'login', 'signIn', 'updatePassword', 'updatePasswordByCode'] as const),
  ...(['checkPayment', 'generateRrr', 'verifyNin', 'verifyPayment'] as const),
  ...(['checkPosts', 'checkResults', 'checkSettlement', 'importResults', 'importSettlement', 'uploadImport'] as const),
  ...(['downloadDataExport', 'exportContent', 'uploadFile'] as const),
  ...(['assignApplications', 'printPasswordSlip', 'resendEmail'] as const),
]

/** Made for each reader, unlike the advert. */
const listPdfCalls = () =>
  Object.entries({ ...allCalls, ...staffCalls }).flatMap(([name, call]) =>
    call.endsWith('.pdf') && name !== 'advert' ? [name] : [],
  )

test('what takes long takes no place of the other calls', () => {
  const slow = routes.flatMap(({ config }) => (config.call && config.limiter === 'slow' ? [config.call] : []))
  expect([...new Set(slow)].toSorted()).toEqual([...slowCalls, ...listPdfCalls()].toSorted())
})

test('every permission is asked for by a call or a list, but for those whose work has no calls yet', () => {
  const ofCalls = Object.values(staffContracts).map(({ access }) => access.slice('staff:'.length))
  const ofLists = Object.values(staffLists).flatMap(({ permission, columns }) => [
    permission,
    ...Object.values<StaffColumn>(columns).map((column) => column.permission),
  ])
  const asked = new Set<string | undefined>([...ofCalls, ...ofLists, ...askedWithinCalls])
  expect(permissionNames.filter((name) => !asked.has(name))).toEqual(permissionsWithoutCall)
})

const endsSessions = new Set<AnyCallName | StaffCallName>(['logout', 'endSessions', 'signOut'])

/** HEAD is the route of GET, and asked by one principal of each verdict. */
function selectFor({ method, config }: RegisteredRoute, all: (readonly [AnyPrincipalName, Credentials])[]) {
  if (method !== 'HEAD') return all
  return [...new Map(all.map((one) => [getVerdict(config, one[0]), one])).values()]
}

test('V8.2.1 V8.3.1 every kind of principal is admitted or rejected as the route declares', async () => {
  const differences: string[] = []
  const names = Object.keys(principals) as AnyPrincipalName[]
  const createAllCredentials = () => Promise.all(names.map(async (name) => [name, await principals[name]()] as const))
  let credentialsByName = await createAllCredentials()
  for (const route of routes) {
    const requests = selectFor(route, credentialsByName).map(async ([name, credentials]) => {
      const { status, code } = await send(route, credentials)
      if (status < 500 && isAsDeclared(getVerdict(route.config, name), status, code, route.method)) return
      differences.push(`${route.method} ${route.url}, ${name}: ${status} ${code}`)
    })
    await Promise.all(requests)
    if (route.config.call && endsSessions.has(route.config.call)) credentialsByName = await createAllCredentials()
  }
  expect(differences).toEqual([])
}, 120_000)

function isAsDeclared(expected: Verdict, status: number, code: unknown, method: string) {
  // A reply to HEAD has no body with a code.
  if (method === 'HEAD') return expected === 'in' || statusOf[expected] === status
  return expected === 'in' ? !isRejection(code) : code === expected && status === statusOf[expected]
}
