import { expect, test } from 'vitest'
import { fileMessages, fileTypeGroups, listFileTypes } from './file-types.ts'

test('the names of file types read as a list', () => {
  expect(Object.keys(fileTypeGroups).map((group) => listFileTypes(group as keyof typeof fileTypeGroups))).toEqual([
    'JPEG or PNG',
    'PDF, JPEG or PNG',
    'PDF, JPEG, PNG, DOC or DOCX',
  ])
  expect(fileMessages.wrongType('documents')).toBe('File type must be PDF, JPEG or PNG.')
})
