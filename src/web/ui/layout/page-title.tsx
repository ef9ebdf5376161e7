import type { ReactNode } from 'react'

/** The one h1 of a page; it takes the focus after navigation. */
export const PageTitle = ({ children }: { children: ReactNode }) => <h1 tabIndex={-1}>{children}</h1>
