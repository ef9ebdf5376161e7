// Every call of the API by name: those of the pages, and those that no page makes by name.
import { type CallTable, parseCall } from '../calls.ts'
import { type CallName, calls, isRepeatable } from './calls.ts'

const otherCalls = {
  file: 'GET /files/:id',
  downloadDataExport: 'GET /files/exports/:id',
  remitaNotification: 'POST /payments/remita-notification',
  states: 'GET /states',
  slipQr: 'GET /slips/:code/qr.svg',
} as const satisfies CallTable

export const allCalls = { ...calls, ...otherCalls } as const

export type AnyCallName = keyof typeof allCalls

/** Method and path below the API's base. */
export const getAnyCall = (name: AnyCallName) => parseCall(allCalls[name])

/** As `isRepeatable`. */
export const isAnyRepeatable = (name: AnyCallName): boolean =>
  name in calls ? isRepeatable(name as CallName) : getAnyCall(name).method === 'GET'
