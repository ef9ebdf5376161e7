import type { FastifyRequest } from 'fastify'
import { describeDevice } from '#server/http/user-agent.ts'
import type { DeviceCookies } from './device-cookie.ts'

/** Where a request comes from; `device` is the label in the list of sessions. */
export interface ClientInfo {
  address: string
  device: string
  deviceCookie: string | undefined
}

export const readClientInfo = (request: FastifyRequest, { name }: Pick<DeviceCookies, 'name'>): ClientInfo => ({
  address: request.ip,
  device: describeDevice(request.headers['user-agent']),
  deviceCookie: request.cookies[name],
})
