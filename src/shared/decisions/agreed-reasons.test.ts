import { expect, test } from 'vitest'
import { findAgreedReasons, type GivenReason } from './agreed-reasons.ts'

const low: GivenReason = { code: 'certificate_too_low', type: 'Qualification', reason: 'Your certificate is too low.' }
const differs: GivenReason = {
  code: 'document_differs',
  type: 'Document',
  reason: 'A document differs. The stamp.',
  note: 'The stamp.',
}
const about = 'academicQualification' as const

test.each<[string, GivenReason[], GivenReason[], GivenReason[]]>([
  ['what both name', [low], [low], [low]],
  ['nothing that one of them alone names', [low, differs], [differs], [differs]],
  ['the part, when both name it', [{ ...low, about }], [{ ...low, about }], [{ ...low, about }]],
  ['no part that one names', [{ ...low, about }], [low], [low]],
  ['no part that the other names differently', [{ ...low, about }], [{ ...low, about: 'institutions' }], [low]],
  [
    'the entry, when both name it',
    [{ ...low, about, entry: 2 }],
    [{ ...low, about, entry: 2 }],
    [{ ...low, about, entry: 2 }],
  ],
  [
    'no entry that the other names differently',
    [{ ...low, about, entry: 2 }],
    [{ ...low, about, entry: 1 }],
    [{ ...low, about }],
  ],
  ['no entry of another part', [{ ...low, about, entry: 2 }], [{ ...low, about: 'institutions', entry: 2 }], [low]],
  [
    'the sentence without a note that one of them added',
    [{ ...low, reason: 'Your certificate is too low. An HND.', note: 'An HND.' }],
    [low],
    [low],
  ],
  [
    'the sentence without a note that the other added',
    [low],
    [{ ...low, reason: 'Your certificate is too low. An HND.', note: 'An HND.' }],
    [low],
  ],
  [
    'nothing that says little without its note, when the notes differ',
    [differs],
    [{ ...differs, note: 'The date.' }],
    [],
  ],
  [
    'the one with the same note, when the other gave the reason twice',
    [differs],
    [{ ...differs, note: 'The date.' }, differs],
    [differs],
  ],
])('two who reject agree on %s', (_, own, other, agreed) => {
  expect(findAgreedReasons(own, other)).toEqual(agreed)
})
