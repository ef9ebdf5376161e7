// The slips of an applicant as they stand in the archive: the same PDF files that the slips feature serves.
import { Readable } from 'node:stream'
import { AppError } from '#server/app-error.ts'
import type { SlipFile, SlipService } from '#server/features/slips/service.ts'
import type { ArchiveEntry } from '#server/providers/files/store/archive.ts'

export type SlipRenderer = Pick<SlipService, 'renderApplicationSlip' | 'renderPaymentSlip'>

/** @throws AppError `unavailable` when the documents cannot be rendered now */
export async function* listSlips(slips: SlipRenderer, accountId: string): AsyncGenerator<ArchiveEntry> {
  for (const render of [slips.renderPaymentSlip, slips.renderApplicationSlip]) {
    const slip = await renderIfPresent(() => render(accountId))
    if (slip) yield { path: `slips/${slip.name}`, content: Readable.from([slip.content]), compression: 'none' }
  }
}

async function renderIfPresent(render: () => Promise<SlipFile>): Promise<SlipFile | null> {
  try {
    return await render()
  } catch (error) {
    if (error instanceof AppError && ['no_application', 'no_payment'].includes(error.code)) return null
    throw error
  }
}
