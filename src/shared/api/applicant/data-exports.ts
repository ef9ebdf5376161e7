import { z } from 'zod'
import { uuid } from '#shared/format/uuid.ts'
import { dataExportLifetimeHours, dataExportStatuses } from '#shared/policy/privacy.ts'
import { envelope, isoDateTime } from '../contract.ts'
import type { ApplicantContract } from './contract.ts'
import { limits } from './limits.ts'

const dataExportSchema = z.object({
  status: z.enum(['none', ...dataExportStatuses]),
  requestedAt: isoDateTime.nullable(),
  url: z.string().nullable().describe('The archive, once it is ready. Only for its owner.'),
  size: z.number().int().nullable().describe('Bytes.'),
  expiresAt: isoDateTime.nullable().describe('When the archive is deleted.'),
})
export type DataExport = z.infer<typeof dataExportSchema>

export const dataExportContracts = {
  dataExport: {
    area: 'Accounts',
    access: 'applicant',
    limits: limits.reads,
    summary: 'Whether an archive of all that is kept about this account is being prepared or ready',
    reply: envelope(dataExportSchema),
  },
  requestDataExport: {
    area: 'Accounts',
    access: 'applicant',
    limits: limits.dataExport,
    summary: 'Prepare an archive of all that is kept about this account; while one is being prepared, that one',
    reply: envelope(dataExportSchema),
    replyStatus: 201,
  },
  downloadDataExport: {
    area: 'Files',
    access: 'reader',
    limits: limits.dataExportDownload,
    summary: `The archive as a ZIP file, to its owner, for ${dataExportLifetimeHours} hours`,
    params: z.object({ id: uuid() }),
  },
} as const satisfies Record<string, ApplicantContract>
