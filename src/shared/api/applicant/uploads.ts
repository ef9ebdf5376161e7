import { z } from 'zod'
import { uuid } from '#shared/format/uuid.ts'
import { listFileTypes } from '#shared/forms/file-types.ts'
import { uploadLimits } from '#shared/policy/limits.ts'
import { envelope } from '../contract.ts'
import type { ApplicantContract } from './contract.ts'
import { limits } from './limits.ts'

export const uploadContracts = {
  uploadFile: {
    area: 'Files',
    access: 'applicant',
    limits: limits.upload,
    summary: `Upload one file: multipart, field "file", at most ${uploadLimits.label}, ${listFileTypes('documentsAndWord')} by content`,
    reply: envelope(
      z.object({
        success: z.literal(true),
        message: z.string(),
        fileUrl: z.string(),
        name: z.string(),
        size: z.number().int(),
        type: z.string(),
      }),
      { fileUrl: z.string() },
    ),
  },
  files: {
    area: 'Files',
    access: 'applicant',
    limits: limits.reads,
    summary: 'The names and sizes of the files that the applicant has uploaded, newest first',
    reply: envelope(
      z.array(
        z.object({
          fileUrl: z.string(),
          name: z.string(),
          size: z.number().int().describe('Bytes.'),
          type: z.string(),
        }),
      ),
    ),
  },
  file: {
    area: 'Files',
    access: 'reader',
    limits: limits.reads,
    summary: 'An uploaded file, to its owner and to staff who may see it',
    params: z.object({ id: uuid() }),
  },
} as const satisfies Record<string, ApplicantContract>
