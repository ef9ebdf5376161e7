// The seven steps of the wizard. The last two have no fields.
import type { SectionName } from './sections.ts'

export interface WizardStep {
  readonly title: string
  /** Below the title. */
  readonly hint?: string
  readonly sections: readonly SectionName[]
  /** The label of the button to the next step; null on the last step. */
  readonly nextButton: 'Next' | 'Preview' | 'Submit' | null
}

export const steps = [
  {
    title: 'Personal details',
    sections: ['placeOfBirth', 'homeAddress', 'contactAddress'],
    nextButton: 'Next',
  },
  {
    title: 'Education',
    sections: ['institutions', 'academicQualification'],
    nextButton: 'Next',
  },
  { title: 'Experience', sections: ['experience'], nextButton: 'Next' },
  {
    title: 'Publications and awards',
    hint: 'Everything in this step is optional. Nothing to add? Click Next.',
    sections: ['publication', 'honors', 'grants', 'inventions', 'service', 'professionalMemberships'],
    nextButton: 'Next',
  },
  {
    title: 'Referees',
    sections: ['referees', 'hobby', 'professionalAchievement'],
    nextButton: 'Preview',
  },
  { title: 'Preview', sections: [], nextButton: 'Submit' },
  { title: 'Submitted', sections: [], nextButton: null },
] as const satisfies readonly WizardStep[]

/** The step, from 0, that holds the field at a path such as "institutions.1.endYear". */
export const findStep = (path: string) => {
  const [name] = path.split('.')
  return steps.findIndex(({ sections }) => (sections as readonly string[]).includes(name ?? ''))
}
