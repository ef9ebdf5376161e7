// The seven steps of the wizard (specification, section 2). The last two ask nothing.
import type { SectionName } from './sections.ts'

export interface WizardStep {
  readonly title: string
  readonly sections: readonly SectionName[]
  /** The words on the button that leads on; none on the last step. */
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

/** The step on which a complaint such as "institutions.1.endYear" is mended; 0 is the first. */
export const findStep = (path: string) => {
  const [name] = path.split('.')
  return steps.findIndex(({ sections }) => (sections as readonly string[]).includes(name ?? ''))
}
