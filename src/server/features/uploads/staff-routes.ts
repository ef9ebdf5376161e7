import { type StaffApi, serveStaffRaw } from '#server/http/staff/serve-staff.ts'
import { getContentHeaders, staffProtectionHeaders } from './file-headers.ts'
import type { StaffFileReader } from './staff-files.ts'

export function registerStaffFileRoutes(api: StaffApi, { staffFiles }: { staffFiles: StaffFileReader }): void {
  serveStaffRaw(api, 'staffFile', async ({ params, principal, reply }) => {
    const { file, content } = await staffFiles.open(params.id, principal)
    return reply
      .headers({ ...staffProtectionHeaders, ...getContentHeaders(file), 'cache-control': 'no-store' })
      .send(content)
  })
}
