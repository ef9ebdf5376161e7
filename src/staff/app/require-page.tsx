import type { ReactNode } from 'react'
import { useMayOpen } from '../entities/session/page-access.ts'
import { Component as NotFoundPage } from './not-found-page.tsx'

interface Props {
  /** The pattern of the page's path. */
  path: string
  /** What is beside every page, also beside the one that says that there is none. */
  effects: ReactNode
  children: ReactNode
}

/** A page outside one's roles is none: nothing of it is shown or asked for. */
export function RequirePage({ path, effects, children }: Props) {
  if (useMayOpen()(path)) return children
  return (
    <>
      <NotFoundPage />
      {effects}
    </>
  )
}
