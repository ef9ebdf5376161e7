import type { ReactNode } from 'react'
import type { RegistryContact } from '#shared/format/registry-contact.ts'

/** What an email says about the institution that sends it. */
export interface EmailSender {
  institution: string
  shortName: string
  /** The title of the exercise, with its year. */
  exercise: string
  /** Without a trailing slash. */
  publicUrl: string
  contact: RegistryContact
}

/** The data of every email to an applicant. */
export interface ApplicantEmailData {
  sender: EmailSender
  /** The full name. */
  name: string
}

/** HTML and text are both rendered from the body. */
export interface EmailTemplate<Data extends { sender: EmailSender }> {
  subject(data: Data): string
  body(data: Data): ReactNode
}

/** The data of every email to a staff member. */
export interface StaffEmailData {
  sender: EmailSender
  name: string
}
