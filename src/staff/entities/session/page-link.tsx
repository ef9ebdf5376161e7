import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMayOpen } from './page-access.ts'

interface Props {
  to: string
  children: ReactNode
}

/** A link for those who may open the page; its text for the others. */
export function PageLink({ to, children }: Props) {
  return useMayOpen()(to) ? <Link to={to}>{children}</Link> : children
}
