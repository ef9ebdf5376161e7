import { type StaffApi, serveStaff } from '#server/http/staff/serve-staff.ts'
import { describeDevice } from '#server/http/user-agent.ts'
import type { StaffService } from '../service.ts'

export function registerPasskeyRoutes(api: StaffApi, { staff: { passkeys } }: { staff: StaffService }): void {
  serveStaff(api, 'staffPasskeys', async ({ principal }) => ({
    message: 'Your passkeys.',
    data: await passkeys.list(principal),
  }))

  serveStaff(api, 'prepareNewPasskey', async ({ principal }) => ({
    message: 'Make a passkey with these options.',
    data: await passkeys.prepare(principal),
  }))

  serveStaff(api, 'addPasskey', async ({ body, principal, request }) => ({
    message: 'The passkey is added.',
    data: await passkeys.add(body.response, body.name ?? describeDevice(request.headers['user-agent']), principal),
  }))

  serveStaff(api, 'renamePasskey', async ({ params, body, principal }) => ({
    message: 'The passkey has another name.',
    data: await passkeys.rename(params.id, body.name, principal),
  }))

  serveStaff(api, 'removePasskey', async ({ params, principal }) => {
    await passkeys.remove(params.id, principal)
    return { message: 'The passkey is removed.', data: {} }
  })
}
