import { useEffect, useState } from 'react'
import { refreshUser } from '#applicant/entities/session/refresh-user.ts'

const openedKey = 'fileOpenedAt'
/** A file that leads back here within this time did not open. */
const returnMs = 30_000

/**
 * Opens the file that the login was requested for, as soon as the server confirms the session.
 * @param file its path; null when there is none
 * @returns whether the file seems to have led back here: the session lives, but the browser has no cookie that opens files
 */
export function useFileLink(file: string | null): boolean {
  const [hasReturned] = useState(() => Date.now() - readOpenedAt() < returnMs)
  useEffect(() => {
    if (!file || hasReturned) return
    const controller = new AbortController()
    // A session that has ended meanwhile is closed by this call, and the login says why.
    refreshUser(controller.signal)
      .then(() => {
        sessionStorage.setItem(openedKey, String(Date.now()))
        location.assign(file)
      })
      .catch(() => {})
    return () => controller.abort()
  }, [file, hasReturned])
  return file !== null && hasReturned
}

function readOpenedAt(): number {
  try {
    return Number(sessionStorage.getItem(openedKey))
  } catch {
    // The browser refuses its storage.
    return 0
  }
}
