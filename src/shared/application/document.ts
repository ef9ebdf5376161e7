// Schemas of the document that is saved as a draft and submitted.
import { createRequiredSchema } from '../forms/required-schema.ts'
import { createDraftSchema, createSubmissionSchema } from '../forms/schema.ts'
import { applicantKeys } from './applicant.ts'
import { sections } from './sections.ts'

/** May be sent, but the account decides them, so they are ignored. */
const accountFields = [...applicantKeys, 'nin', 'ninPassportBase64', 'ninPassport', 'passport']

export const draftDocumentSchema = createDraftSchema(sections, accountFields)

export const submittedDocumentSchema = createSubmissionSchema(sections, accountFields)

/** What a submission must contain, for readers of the API's description; the server also checks what a schema cannot say. */
export const requiredDocumentSchema = createRequiredSchema(sections, accountFields)
