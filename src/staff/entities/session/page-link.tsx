import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMayOpen } from './page-access.ts'

interface Props {
  to: string
  /** For the styles of a list. */
  'data-row-link'?: boolean
  children: ReactNode
}

/** A link for those who may open the page; its text for the others. */
export function PageLink({ children, ...link }: Props) {
  return useMayOpen()(link.to) ? <Link {...link}>{children}</Link> : children
}
