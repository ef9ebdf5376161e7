// The document that is saved and submitted: the sections, plus the applicant's own facts, which are welcome and ignored.
import { createDraftSchema, createSubmissionSchema } from '../forms/schema.ts'
import { sections } from './sections.ts'

/** Form data that the account decides, whatever was sent (decisions.md, "The form"). */
const accountFacts = [
  'userId',
  'firstName',
  'middleName',
  'surName',
  'email',
  'gender',
  'phone',
  'dateOfBirth',
  'lga',
  'state',
  'country',
  'faculty',
  'department',
  'role',
  'nin',
  'ninPassportBase64',
  'ninPassport',
  'passport',
] as const

/** What a draft may hold. */
export const draftDocumentSchema = createDraftSchema(sections, accountFacts)

/** What may be submitted. */
export const submittedDocumentSchema = createSubmissionSchema(sections, accountFacts)
