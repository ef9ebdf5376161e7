import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { staffContracts } from '#shared/api/staff/contracts.ts'
import { serve } from '../serve.ts'
import { createStaffAudience, type StaffRoutes } from './staff-audience.ts'

/** Registers the call `staffMe` with this contract. */
function register(staffMe: object) {
  const audience = createStaffAudience({} as Parameters<typeof createStaffAudience>[0])
  const context = {
    app: Fastify(),
    audience: { ...audience, contracts: { ...staffContracts, staffMe }, limiters: {} },
    callLimiters: { create: () => ({}) },
  }
  serve(context as unknown as StaffRoutes, 'staffMe', () => Promise.reject(new Error('Nobody calls it.')))
}

test('of the calls of the staff those that read are repeated when the database was away', () => {
  const { isRepeatable } = createStaffAudience({} as Parameters<typeof createStaffAudience>[0])
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
  const repeated = methods.filter((method) =>
    isRepeatable({ name: 'staffMe', method, contract: staffContracts.staffMe }),
  )
  expect(repeated).toEqual(['GET'])
})

test('V8.2.2 a server with a call of the staff that does not name its scope does not start', () => {
  const { scope: _, ...unscoped } = staffContracts.staffMe
  expect(() => register(unscoped)).toThrow('The contract of staffMe does not name its scope.')
  expect(() => register(staffContracts.staffMe)).not.toThrow()
})
