import type { ReactNode } from 'react'

/** The only h1 of a page. It gets the focus after navigation. */
export const PageTitle = ({ children }: { children: ReactNode }) => <h1 tabIndex={-1}>{children}</h1>
