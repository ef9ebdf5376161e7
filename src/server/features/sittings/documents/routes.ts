import { serveRaw } from '#server/http/serve.ts'
import type { StaffRoutes } from '#server/http/staff/staff-audience.ts'
import type { SittingDocumentName } from '#shared/staff/sitting-documents.ts'
import type { SittingDocumentService } from './sitting-documents.ts'

const documentCalls = {
  seatingList: 'seats',
  attendanceSheet: 'sheet',
  printedDoorList: 'door',
  seatLabels: 'labels',
} as const satisfies Record<string, SittingDocumentName>

export function registerSittingDocumentRoutes(
  api: StaffRoutes,
  { sittingDocuments }: { sittingDocuments: SittingDocumentService },
): void {
  for (const [call, document] of Object.entries(documentCalls) as [keyof typeof documentCalls, SittingDocumentName][])
    serveRaw(
      api,
      call,
      async ({ params, principal, reply }) => {
        reply.headers({
          'content-type': 'application/pdf',
          'content-disposition': `attachment; filename="${document}.pdf"`,
        })
        return sittingDocuments.make(params.id, document, principal)
      },
      { limiter: 'slow' },
    )
}
