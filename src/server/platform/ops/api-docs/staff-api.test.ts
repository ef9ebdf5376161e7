import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { staffCalls } from '#shared/api/staff/calls.ts'
import { fileTypes } from '#shared/forms/file-types.ts'
import { createOpenApiDocument } from './openapi-document.ts'
import { describeStaffApi } from './staff-api.ts'

const origin = 'https://staff.example.edu.ng'
const document = createOpenApiDocument(describeStaffApi(origin), origin)
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))

test('redocly finds no error in the description of the API of the staff', async () => {
  const problems = await lintFromString({
    source: JSON.stringify(document),
    config: await createConfig({ extends: ['recommended'] }),
  })
  // These paths differ from those with a parameter by their last word, and the router prefers them.
  const errors = problems.filter(({ severity, ruleId }) => severity === 'error' && ruleId !== 'no-ambiguous-paths')
  expect(errors.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual([])
})

test('every call of the staff is described, with its cookie and its refusals', () => {
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(staffCalls).sort())
  const reveal = document.paths['/staff/applicants/{userId}/nin-reveal']?.post
  expect(reveal?.security).toEqual([{ staffCookie: [] }])
  for (const code of ['fresh_sign_in_required', 'not_permitted'])
    expect(reveal?.responses['403']?.description).toContain(code)
  expect(reveal?.responses['404']?.description).toContain('`not_found`')
  expect(reveal?.summary).toContain('(needs a code of the last five minutes)')
  const toWait = Object.entries(reveal?.responses ?? {}).filter(([, { headers }]) => headers)
  expect(toWait.map(([status]) => status)).toEqual(['429', '503'])
  const own = document.paths['/staff/me']?.get?.responses
  expect(Object.keys(own ?? {})).toEqual(['200', '400', '401', '403', '429', '503', 'default'])
  expect(document.paths['/staff/me']?.get?.summary).not.toContain('code')
  for (const code of ['fresh_sign_in_required', 'not_permitted']) expect(own?.['403']?.description).not.toContain(code)
  const file = document.paths['/staff/exports/{id}/content']?.get?.responses
  expect(file?.['400']?.description).toContain('invalid_request')
  expect(document.components.securitySchemes.staffCookie).toMatchObject({ name: '__Host-staff' })
})

test('a file that the staff upload or load is described with its refusals and types', () => {
  const find = (name: string) => operations.find(({ operationId }) => operationId === name)?.responses ?? {}
  for (const name of [
    'uploadImport',
    'checkPosts',
    'checkResults',
    'importResults',
    'checkSettlement',
    'importSettlement',
  ])
    expect(find(name)['400']?.description, name).toContain('`no_file`')
  expect(find('changePerson')['400']?.description).not.toContain('`no_file`')
  expect(Object.keys(find('staffFile')['200']?.content ?? {})).toEqual(Object.keys(fileTypes))
  expect(Object.keys(find('exportContent')['200']?.content ?? {})).toEqual([
    'text/csv',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/zip',
  ])
})

test('also a call without a session is refused to a page elsewhere', () => {
  const open = operations.filter(({ security }) => security.length === 0)
  expect(open.length).toBeGreaterThan(3)
  for (const { operationId, responses } of open)
    expect(responses['403']?.description, operationId).toContain('`cross_site_request`')
})
