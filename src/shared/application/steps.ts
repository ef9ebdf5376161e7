// The seven steps of the wizard (specification, section 2). The last two ask nothing.
import type { SectionName } from './sections.ts'

export interface Step {
  readonly title: string
  readonly sections: readonly SectionName[]
  /** The words on the button that leads on; none on the last step. */
  readonly forward: 'Next' | 'Preview' | 'Submit' | null
}

export const steps = [
  {
    title: 'Personal details',
    sections: ['placeOfBirth', 'homeAddress', 'contactAddress'],
    forward: 'Next',
  },
  {
    title: 'Education',
    sections: ['institutions', 'academicQualification'],
    forward: 'Next',
  },
  { title: 'Experience', sections: ['experience'], forward: 'Next' },
  {
    title: 'Publications and awards',
    sections: ['publication', 'honors', 'grants', 'inventions', 'service', 'professionalMemberships'],
    forward: 'Next',
  },
  {
    title: 'Referees',
    sections: ['referees', 'hobby', 'professionalAchievement'],
    forward: 'Preview',
  },
  { title: 'Preview', sections: [], forward: 'Submit' },
  { title: 'Submitted', sections: [], forward: null },
] as const satisfies readonly Step[]

/** The step on which a complaint such as "institutions.1.endYear" is mended; 0 is the first. */
export const stepOf = (path: string) => {
  const [name] = path.split('.')
  return steps.findIndex(({ sections }) => (sections as readonly string[]).includes(name ?? ''))
}
