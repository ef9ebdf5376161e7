// The judge's verdicts, remembered for as long as an answer stays the same: a key press changes one section, and the
// stepper asks about all of them.

import type { Entry } from '#shared/forms/field.ts'
import type { Section, Sections } from '#shared/forms/section.ts'
import { type Complaints, complaintsAbout } from '#shared/forms/validation.ts'

const verdicts = new WeakMap<object, { section: Section; complaints: Complaints }>()

/** As `complaintsAbout`; answers must never be changed in place. */
export function knownComplaints(sections: Sections, answers: Entry, names: readonly string[]): Complaints {
  const found = new Map<string, string>()
  for (const name of names) for (const [path, sentence] of verdictOn(sections, answers, name)) found.set(path, sentence)
  return found
}

function verdictOn(sections: Sections, answers: Entry, name: string): Complaints {
  const section = sections[name]
  const answer = answers[name]
  if (!section || typeof answer !== 'object' || answer === null) return complaintsAbout(sections, answers, [name])
  const known = verdicts.get(answer)
  if (known?.section === section) return known.complaints
  const complaints = complaintsAbout(sections, answers, [name])
  verdicts.set(answer, { section, complaints })
  return complaints
}
