import type { ReactNode } from 'react'

/** Who writes: the settings of the recruitment exercise that a mail shows. */
export interface Office {
  institution: string
  shortName: string
  /** The exercise's title. */
  exercise: string
  /** Where the portal is, without a slash at the end. */
  publicUrl: string
}

/** What every mail to an applicant knows. */
export interface ToApplicant {
  office: Office
  /** The full name, as applicants are addressed. */
  name: string
}

/** A mail's two languages, HTML and text, come from the one body. */
export interface Template<Data extends { office: Office }> {
  subject(data: Data): string
  body(data: Data): ReactNode
}
