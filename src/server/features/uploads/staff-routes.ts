import { filePolicy } from '#server/http/headers.ts'
import { serveRaw } from '#server/http/serve.ts'
import type { StaffRoutes } from '#server/http/staff/staff-audience.ts'
import { getContentHeaders } from './file-headers.ts'
import type { StaffFileReader } from './staff-files.ts'

export function registerStaffFileRoutes(api: StaffRoutes, { staffFiles }: { staffFiles: StaffFileReader }): void {
  serveRaw(api, 'staffFile', async ({ params, principal, reply }) => {
    const { file, content } = await staffFiles.open(params.id, principal)
    reply.headers({ 'content-security-policy': filePolicy, ...getContentHeaders(file) })
    return content
  })
}
