import { describe, expect, test } from 'vitest'
import { fileUrl } from '#shared/api/calls.ts'
import { sections } from '#shared/application/sections.ts'
import type { List, Section } from '#shared/forms/section.ts'
import { completeAnswers } from '#tests/support/fixtures/answers.ts'
import { filesIn, linkComplaints, withPlainLinks } from './attachments.ts'
import type { Upload } from './store.ts'

const one = '0a0a0a0a-0000-4000-8000-000000000001'
const other = '0b0b0b0b-0000-4000-8000-000000000002'
const answers = completeAnswers(fileUrl(one))
const upload = (id: string, type: string, scan: Upload['scan'] = 'clean'): Upload => ({ id, type, scan })
const uploads = [upload(one, 'application/pdf')]
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

test('every file that the answers name is found once', () => {
  expect(filesIn(answers)).toEqual([one])
  expect(filesIn({ ...answers, grants: [{ ...answers.grants[0]!, fileUrl: [fileUrl(other)] }] })).toEqual([one, other])
})

test("a link with the portal's own origin, or in capitals, becomes the plain one; others stay as they are", () => {
  const spelt = (link: string) => ({ ...answers, publication: [{ ...answers.publication[0]!, fileUrl: [link] }] })
  const plain = (link: string) => withPlainLinks(spelt(link), 'https://jobs.example.org').publication[0]?.fileUrl
  expect(plain(`https://jobs.example.org${fileUrl(one)}`)).toEqual([fileUrl(one)])
  expect(plain(`/api/v1/files/${one.toUpperCase()}`)).toEqual([fileUrl(one)])
  const foreign = `https://elsewhere.example.org${fileUrl(one)}`
  expect(plain(foreign)).toEqual([foreign])
  expect(withPlainLinks(answers, 'https://jobs.example.org')).toEqual(answers)
})

const everyPart = Object.entries(sections) as [keyof typeof answers, Section][]
const lists = everyPart.filter((part): part is [keyof typeof answers, List] => part[1].shape === 'list')
const uploading = lists.filter(([, { fields }]) => fields.fileUrl)

describe.each(uploading)('the files of %s', (name, list) => {
  const entry = (answers[name] as Record<string, unknown>[])[0]
  const naming = (...ids: string[]) => ({ ...answers, [name]: [entry, { ...entry, fileUrl: ids.map(fileUrl) }] })
  const path = `${name}.1.fileUrl`

  test('must be uploads of the applicant', () => {
    expect(linkComplaints(naming(one), uploads)).toEqual([])
    expect(linkComplaints(naming(one, other), uploads)).toEqual([
      { path, message: `${list.noun} 2: a file is not among your uploads. Remove it and choose it again.` },
    ])
  })

  test('must be of a type that the field takes', () => {
    const takesWord = list.fields.fileUrl?.accepts === 'documentsAndWord'
    const complaints = linkComplaints(naming(other), [...uploads, upload(other, word)])
    expect(complaints).toEqual(
      takesWord ? [] : [{ path, message: `${list.noun} 2: File type must be JPEG, PNG or PDF.` }],
    )
  })
})

test('a file in which a virus was found is named with its entry', () => {
  const publication = [{ ...answers.publication[0]!, fileUrl: [fileUrl(other)] }]
  const found = [...uploads, upload(other, 'application/pdf', 'infected')]
  expect(linkComplaints({ ...answers, publication }, found)).toEqual([
    {
      path: 'publication.0.fileUrl',
      message: 'Publication 1: a file carries a virus. Remove it and choose another one.',
    },
  ])
})

test('the sections with word processing files are education and experience', () => {
  const takingWord = uploading.filter(([, { fields }]) => fields.fileUrl?.accepts === 'documentsAndWord')
  expect(takingWord.map(([name]) => name)).toEqual(['academicQualification', 'experience'])
})

test('something that is no link to a file of ours is not among the uploads', () => {
  const publication = [{ ...answers.publication[0]!, fileUrl: ['javascript:alert(1)'] }]
  expect(linkComplaints({ ...answers, publication }, uploads)).toMatchObject([{ path: 'publication.0.fileUrl' }])
})
