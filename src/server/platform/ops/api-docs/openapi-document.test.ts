import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileTypes } from '#shared/forms/file-types.ts'
import { errors } from '#shared/messages/errors.ts'
import { describeApplicantApi } from './applicant-api.ts'
import { createOpenApiDocument } from './openapi-document.ts'

const origin = 'https://jobs.example.edu.ng'
const document = createOpenApiDocument(describeApplicantApi(origin), origin)
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
)

test('redocly finds no error in the description of the API', async () => {
  const problems = await lintFromString({
    source: JSON.stringify(document),
    config: await createConfig({ extends: ['recommended'] }),
  })
  const errors = problems.filter(({ severity }) => severity === 'error')
  expect(errors.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual([])
})

test('every call names who may call it, its refusals by code, and the type of what it answers', () => {
  expect(operations.length).toBeGreaterThan(25)
  for (const { name, operation } of operations) {
    expect(operation.security, name).toBeDefined()
    const [done, ...refusals] = Object.entries(operation.responses)
    expect(Object.keys(done?.[1].content ?? {}), name).not.toEqual([])
    const isRefusedWith = (code: string) => refusals.some(([, { description }]) => description.includes(`\`${code}\``))
    expect(isRefusedWith('not_logged_in'), name).toBe(operation.security.length > 0)
    // Of what the payment provider may leave out nothing is refused.
    const takesSomething = operation.requestBody?.required || operation.parameters.length > 0
    expect(isRefusedWith('invalid_request'), name).toBe(Boolean(takesSomething))
    expect(refusals.filter(([status]) => status.startsWith('4')).length, name).toBeGreaterThan(0)
    for (const [status, { description }] of refusals)
      if (status !== 'default' && status !== '304') expect(description, name).toMatch(/^`\w+`: ./)
  }
})

const describeStatuses = (path: string, method: string, status: string) =>
  document.paths[path]?.[method]?.responses[status]?.description

test('what a page elsewhere could send for somebody is refused; so is what an upload is not', () => {
  expect(describeStatuses('/users/login', 'post', '403')).toContain('`other_site`')
  expect(describeStatuses('/exercise', 'get', '403')).toBeUndefined()
  expect(describeStatuses('/upload/file', 'post', '415')).toContain('`charset_refused`')
  for (const code of ['no_file', 'file_empty'])
    expect(describeStatuses('/upload/file', 'post', '400')).toContain(`\`${code}\``)
})

test('a call that has a version of what it answers says when that is current', () => {
  const revalidated = operations.filter(({ operation }) => operation.responses['304'])
  expect(revalidated.map(({ operation }) => operation.operationId).sort()).toEqual([
    'advert',
    'exercise',
    'file',
    'states',
  ])
})

test('replies have the types of what is sent: a file that of its upload, and all to the payment provider plain text', () => {
  const listTypes = (path: string, method: string, status: string) =>
    Object.keys(document.paths[path]?.[method]?.responses[status]?.content ?? {})
  expect(listTypes('/files/{id}', 'get', '200')).toEqual(Object.keys(fileTypes))
  expect(listTypes('/files/{id}', 'get', '404')).toEqual(['application/json'])
  for (const status of ['200', '429', 'default'])
    expect(listTypes('/payments/remita-notification', 'post', status)).toEqual(['text/plain'])
})

/** Refusals of addresses and methods, failures, and the message of a field. */
const codesOfNoCall = ['method_not_allowed', 'address_too_long', 'unexpected', 'nin_malformed']

test('every code of the catalogue is a refusal of some call', () => {
  const { contracts, listErrors } = describeApplicantApi(origin)
  const named = new Set<string>(Object.entries(contracts).flatMap(([name, contract]) => listErrors(name, contract)))
  expect(Object.keys(errors).filter((code) => !named.has(code))).toEqual(codesOfNoCall)
})

test('a body is required by every call that has one, but for the payment provider’s notification', () => {
  const optional = operations.filter(({ operation }) => operation.requestBody?.required === false)
  expect(optional.map(({ name }) => name)).toEqual(['post /payments/remita-notification'])
  // Nor is it refused for its type.
  expect(describeStatuses('/payments/remita-notification', 'post', '415')).not.toContain('json_only')
})

test('a submission is described with what the server requires', () => {
  const schema = document.paths['/applications']?.post?.requestBody?.content['application/json']?.schema
  expect(schema?.required).toEqual(
    expect.arrayContaining(['placeOfBirth', 'institutions', 'academicQualification', 'referees']),
  )
  expect(schema?.properties).toMatchObject({
    referees: { minItems: 3, maxItems: 3, items: { required: expect.arrayContaining(['name', 'email', 'phone']) } },
  })
})

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-client-'))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('a client generated from the description compiles, and refuses calls that the server would refuse', async () => {
  writeFileSync(join(folder, 'api.ts'), await generateTypes())
  writeFileSync(join(folder, 'client.ts'), client)
  const compiler = resolve('node_modules/typescript/bin/tsc')
  const options = ['--noEmit', '--strict', '--target', 'es2024', '--module', 'nodenext', '--types', '']
  const { stdout, status } = spawnSync(process.execPath, [compiler, ...options, 'client.ts'], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect([stdout, status]).toEqual(['', 0])
}, 60_000)

/** openapi-typescript needs the programming interface that TypeScript 5 has and TypeScript 7 lacks. */
async function generateTypes(): Promise<string> {
  const hooks = registerHooks({
    resolve: (specifier, context, next) => next(specifier === 'typescript' ? 'typescript-5' : specifier, context),
  })
  try {
    const { default: generate, astToString } = await import('openapi-typescript')
    return astToString(await generate(document as never))
  } finally {
    hooks.deregister()
  }
}

/** Uses the generated types as a program of somebody else would. */
const client = `
import type { operations } from './api.ts'

type Body<N extends keyof operations> =
  operations[N] extends { requestBody: { content: { 'application/json': infer B } } } ? B : never
type Reply<N extends keyof operations> =
  operations[N]['responses'] extends { 200: { content: { 'application/json': infer R } } } ? R : never

export const login: Body<'login'> = { userId: 'RE24-00001', password: 'secret' }
// @ts-expect-error: the password is missing.
export const incomplete: Body<'login'> = { userId: 'RE24-00001' }
export const readName = (reply: Reply<'me'>): string => reply.data.firstName
// @ts-expect-error: the form is empty.
export const empty: Body<'submitApplication'> = {}
export const referees = (form: Body<'submitApplication'>): string[] => form.referees.map(({ email }) => email)
`
