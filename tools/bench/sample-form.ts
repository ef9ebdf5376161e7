// Complete forms of a given size: the tests' form with additional entries.
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'

/** The form as JSON with at least `bytes` bytes, up to about 25 kB. */
export function createForm(bytes: number, fileUrl: string): string {
  const answers = createCompleteAnswers(fileUrl)
  const publication = {
    title: 'On queues in small registries: a study of seventeen towns',
    type: 'journal',
    date: '2014',
    fileUrl: [fileUrl],
  }
  const grant = {
    title: 'Rural networks',
    amount: '2500000',
    date: '2016',
    experience: 'Led the field work in seven towns and trained the people who maintain it now. '.repeat(3).trim(),
    fileUrl: [fileUrl],
  }
  const entries = { publication: answers.publication ?? [], grants: answers.grants ?? [] }
  for (let missing = bytes - JSON.stringify(answers).length; missing > 0; ) {
    const added = entries.publication.length < 45 ? publication : grant
    if (added === publication) entries.publication = [...entries.publication, publication]
    else entries.grants = [...entries.grants, grant]
    missing -= JSON.stringify(added).length + 1
  }
  return JSON.stringify({ ...answers, ...entries })
}
