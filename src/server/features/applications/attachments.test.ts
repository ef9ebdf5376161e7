import { describe, expect, test } from 'vitest'
import { getFileUrl } from '#shared/api/applicant/calls.ts'
import { sections } from '#shared/application/sections.ts'
import type { ListSection, Section } from '#shared/forms/section.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { findFileIds, normalizeFileLinks, validateFileLinks } from './attachments.ts'
import type { AttachedUpload } from './store.ts'

const one = '0a0a0a0a-0000-4000-8000-000000000001'
const other = '0b0b0b0b-0000-4000-8000-000000000002'
const answers = createCompleteAnswers(getFileUrl(one))
const upload = (id: string, type: string, scan: AttachedUpload['scan'] = 'clean'): AttachedUpload => ({
  id,
  type,
  scan,
})
const uploads = [upload(one, 'application/pdf')]
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

test('every file that the answers refer to is found once', () => {
  expect(findFileIds(answers)).toEqual([one])
  expect(findFileIds({ ...answers, grants: [{ ...answers.grants[0]!, fileUrl: [getFileUrl(other)] }] })).toEqual([
    one,
    other,
  ])
})

test("a link with the portal's own origin, or in upper case, becomes the normalize link; others stay as they are", () => {
  const withLink = (link: string) => ({ ...answers, publication: [{ ...answers.publication[0]!, fileUrl: [link] }] })
  const normalize = (link: string) =>
    normalizeFileLinks(withLink(link), 'https://jobs.example.org').publication[0]?.fileUrl
  expect(normalize(`https://jobs.example.org${getFileUrl(one)}`)).toEqual([getFileUrl(one)])
  expect(normalize(`/api/v1/files/${one.toUpperCase()}`)).toEqual([getFileUrl(one)])
  const foreign = `https://elsewhere.example.org${getFileUrl(one)}`
  expect(normalize(foreign)).toEqual([foreign])
  expect(normalizeFileLinks(answers, 'https://jobs.example.org')).toEqual(answers)
})

const everyPart = Object.entries(sections) as [keyof typeof answers, Section][]
const lists = everyPart.filter((part): part is [keyof typeof answers, ListSection] => part[1].shape === 'list')
const listsWithFiles = lists.filter(([, { fields }]) => fields.fileUrl)

describe.each(listsWithFiles)('the files of %s', (name, list) => {
  const entry = (answers[name] as Record<string, unknown>[])[0]
  const withFiles = (...ids: string[]) => ({ ...answers, [name]: [entry, { ...entry, fileUrl: ids.map(getFileUrl) }] })
  const path = `${name}.1.fileUrl`

  test('must be uploads of the applicant', () => {
    expect(validateFileLinks(withFiles(one), uploads)).toEqual([])
    expect(validateFileLinks(withFiles(one, other), uploads)).toEqual([
      { path, message: `${list.noun} 2: a file is not among your uploads. Remove it and choose it again.` },
    ])
  })

  test('must be of a type that the field accepts', () => {
    const acceptsWord = list.fields.fileUrl?.accepts === 'documentsAndWord'
    const errors = validateFileLinks(withFiles(other), [...uploads, upload(other, word)])
    expect(errors).toEqual(
      acceptsWord ? [] : [{ path, message: `${list.noun} 2: File type must be PDF, JPEG or PNG.` }],
    )
  })
})

test('the error for an infected file names its entry', () => {
  const publication = [{ ...answers.publication[0]!, fileUrl: [getFileUrl(other)] }]
  const found = [...uploads, upload(other, 'application/pdf', 'infected')]
  expect(validateFileLinks({ ...answers, publication }, found)).toEqual([
    {
      path: 'publication.0.fileUrl',
      message: 'Publication 1: a file carries a virus. Remove it and choose another one.',
    },
  ])
})

test('the sections with word processing files are education and experience', () => {
  const listsWithWord = listsWithFiles.filter(([, { fields }]) => fields.fileUrl?.accepts === 'documentsAndWord')
  expect(listsWithWord.map(([name]) => name)).toEqual(['academicQualification', 'experience'])
})

test('V1.2.2 V1.3.6 any other text is not among the uploads', () => {
  const publication = [{ ...answers.publication[0]!, fileUrl: ['javascript:alert(1)'] }]
  expect(validateFileLinks({ ...answers, publication }, uploads)).toMatchObject([{ path: 'publication.0.fileUrl' }])
})
