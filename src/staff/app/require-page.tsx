import type { ReactNode } from 'react'
import { useMayOpen } from '../entities/session/page-access.ts'
import { Component as NotFoundPage } from './not-found-page.tsx'

interface Props {
  /** The pattern of the page's path. */
  path: string
  children: ReactNode
}

/** A page outside one's roles is none: nothing of it is shown or asked for. */
export function RequirePage({ path, children }: Props) {
  return useMayOpen()(path) ? children : <NotFoundPage />
}
