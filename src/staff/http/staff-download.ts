// Files that a call makes. They are saved by the browser, never kept by the page.

import { trackActivity } from '#kit/http/activity.ts'
import { ApiError, NetworkError } from '#kit/http/api-error.ts'
import { apiBase } from '#shared/api/applicant/calls.ts'
import { getStaffCall, type StaffCallName, staffHeader } from '#shared/api/staff/calls.ts'
import { fillPath, parseReplyBody } from './staff-call.ts'

/** @throws ApiError when the server refuses; NetworkError when it does not answer */
export async function downloadFile(
  name: StaffCallName,
  params: Readonly<Record<string, string>>,
  fileName: string,
): Promise<void> {
  const { method, path } = getStaffCall(name)
  const response = await trackActivity(
    fetch(apiBase + fillPath(path, params), {
      method,
      credentials: 'same-origin',
      headers: { [staffHeader.name]: staffHeader.value },
    }).catch((cause: unknown) => {
      throw new NetworkError('The server did not answer.', { cause })
    }),
  )
  if (!response.ok) throw new ApiError(response.status, parseReplyBody(await response.text()))
  saveBlob(await response.blob(), fileName)
}

function saveBlob(blob: Blob, fileName: string) {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // After the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
