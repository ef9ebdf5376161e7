// Files that a call makes. They are saved by the browser, never kept by the page.
import { fillPath } from '#kit/http/client.ts'
import { fetchContent, saveBlob } from '#kit/http/fetch-content.ts'
import { apiBase } from '#shared/api/calls.ts'
import { getStaffCall, type StaffCallName, staffHeader } from '#shared/api/staff/calls.ts'

/** @throws ApiError when the server refuses; NetworkError when it does not answer */
export async function downloadFile(
  name: StaffCallName,
  params: Readonly<Record<string, string>>,
  fileName: string,
): Promise<void> {
  const { method, path } = getStaffCall(name)
  const headers = { [staffHeader.name]: staffHeader.value }
  const blob = await fetchContent(apiBase + fillPath(path, params), { method, headers }, (response) => response.blob())
  saveBlob(blob, fileName)
}
