// Calls of the staff's API. The session is a cookie that scripts cannot read.
import { type Call, type CallOptions, createClient } from '#kit/http/client.ts'
import { apiBase } from '#shared/api/calls.ts'
import { getStaffCall, type StaffCallName, staffHeader } from '#shared/api/staff/calls.ts'
import type { StaffContracts } from '#shared/api/staff/contracts.ts'
import { refusedCalls, reportUse } from './session-use.ts'

export type StaffCallOptions<N extends StaffCallName> = CallOptions<StaffContracts[N]>

export const staffCall: Call<StaffContracts> = createClient({
  base: apiBase,
  getCall: getStaffCall,
  begin: () => ({
    headers: { [staffHeader.name]: staffHeader.value },
    onRefusal: ({ code }) => code === 'not_logged_in' && refusedCalls.set(refusedCalls.get() + 1),
  }),
  connection: { watch: () => () => {}, reportAnswer: reportUse, reportNoAnswer: () => {} },
})
