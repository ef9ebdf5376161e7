import { serve } from '#server/http/serve.ts'
import type { StaffRoutes } from '#server/http/staff/staff-audience.ts'
import { describeDevice } from '#server/http/user-agent.ts'
import type { StaffService } from '../service.ts'

export function registerPasskeyRoutes(api: StaffRoutes, { staff: { passkeys } }: { staff: StaffService }): void {
  serve(api, 'staffPasskeys', async ({ principal }) => ({
    message: 'Your passkeys.',
    data: await passkeys.list(principal),
  }))

  serve(api, 'prepareNewPasskey', async ({ principal }) => ({
    message: 'Make a passkey with these options.',
    data: await passkeys.prepare(principal),
  }))

  serve(api, 'addPasskey', async ({ body, principal, request }) => ({
    message: 'The passkey is added.',
    data: await passkeys.add(body.response, body.name ?? describeDevice(request.headers['user-agent']), principal),
  }))

  serve(api, 'renamePasskey', async ({ params, body, principal }) => ({
    message: 'The passkey has another name.',
    data: await passkeys.rename(params.id, body.name, principal),
  }))

  serve(api, 'removePasskey', async ({ params, principal }) => {
    await passkeys.remove(params.id, principal)
    return { message: 'The passkey is removed.', data: {} }
  })
}
