// Forms of a given size: the complete one of the tests, with as many entries as it takes.
import { completeAnswers } from '#tests/support/fixtures/answers.ts'

/** The form as JSON, of at least so many bytes; up to about 25 kB. */
export function formOf(bytes: number, fileUrl: string): string {
  const answers = completeAnswers(fileUrl)
  const publication = {
    title: 'On queues in small registries: a study of seventeen offices',
    type: 'journal',
    date: '2014',
    fileUrl: [fileUrl],
  }
  const grant = {
    title: 'Rural networks',
    amount: '2500000',
    date: '2016',
    experience: 'Led the field work in seven towns and trained the people who keep it running. '.repeat(3).trim(),
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
