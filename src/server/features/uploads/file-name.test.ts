import { expect, test } from 'vitest'
import { toStoredName } from '#server/http/uploads/stored-name.ts'
import { formatContentDisposition, hasMatchingExtension, toDisplayName } from './file-name.ts'

const pdf = 'application/pdf'
const jpeg = 'image/jpeg'

test('V5.2.2 the extension must fit the content, in any case', () => {
  expect(hasMatchingExtension('certificate.pdf', pdf)).toBe(true)
  expect(hasMatchingExtension('SCAN.PDF', pdf)).toBe(true)
  expect(hasMatchingExtension('photo.jpeg', jpeg)).toBe(true)
  expect(hasMatchingExtension('photo.png', jpeg)).toBe(false)
  expect(hasMatchingExtension('certificate.exe', pdf)).toBe(false)
  expect(hasMatchingExtension('certificate.pdf.exe', pdf)).toBe(false)
  expect(hasMatchingExtension('certificate.exe\u200b', pdf)).toBe(false)
  expect(
    hasMatchingExtension('reference.doc', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'),
  ).toBe(false)
})

test('a name without an extension is accepted, and gets the extension of its content', () => {
  expect(hasMatchingExtension('certificate', pdf)).toBe(true)
  expect(toDisplayName('certificate', pdf)).toBe('certificate.pdf')
  expect(hasMatchingExtension('Dr. Bello certificate v1.2', pdf)).toBe(true)
  expect(hasMatchingExtension('result 2024.11', pdf)).toBe(true)
  for (const name of ['certificate of Dr. Bello', 'certificate of A.B', 'WAEC.certificate'])
    expect(hasMatchingExtension(name, pdf), name).toBe(true)
  expect(toDisplayName('Dr. Bello certificate v1.2', pdf)).toBe('Dr. Bello certificate v1.2.pdf')
})

test('V1.3.3 V5.4.1 paths, invisible characters and characters that file systems refuse are removed', () => {
  expect(toDisplayName('C:\\Users\\ada\\scan.pdf', pdf)).toBe('scan.pdf')
  expect(toDisplayName('../../etc/passwd', pdf)).toBe('passwd.pdf')
  expect(toDisplayName('a\r\nb\u0000\u202efdp.\u200bpdf', pdf)).toBe('abfdp.pdf')
  expect(toDisplayName('"<b>|?*:.pdf', pdf)).toBe('b.pdf')
  expect(toDisplayName('  my   scan  .pdf', pdf)).toBe('my scan.pdf')
})

test('an empty name becomes "file"', () => {
  expect(['', '..', '/', '\u202e'].map(toStoredName)).toEqual(['file', 'file', 'file', 'file'])
  expect(toStoredName('lists/accounts 2026.csv')).toBe('accounts 2026.csv')
  expect(toStoredName('a'.repeat(121))).toBe('a'.repeat(120))
  expect(toDisplayName('', jpeg)).toBe('file.jpg')
  expect(toDisplayName('.pdf', pdf)).toBe('pdf.pdf')
  expect(toDisplayName('\u202e.pdf', pdf)).toBe('pdf.pdf')
})

test('a name has at most 120 characters, keeps its extension and cuts no character in half', () => {
  expect(toDisplayName(`${'a'.repeat(300)}.jpeg`, jpeg)).toBe(`${'a'.repeat(115)}.jpeg`)
  const emoji = toDisplayName(`${'😀'.repeat(100)}.pdf`, pdf)
  expect(emoji).toBe(`${'😀'.repeat(58)}.pdf`)
  expect(toDisplayName(`x${'😀'.repeat(100)}.pdf`, pdf)).toBe(`x${'😀'.repeat(57)}.pdf`)
})

test('V5.4.2 the header has the name in UTF-8 and in ASCII', () => {
  expect(formatContentDisposition('inline', 'Ìwé ẹ̀rí.pdf')).toBe(
    `inline; filename="Iwe eri.pdf"; filename*=UTF-8''%C3%8Cw%C3%A9%20%E1%BA%B9%CC%80r%C3%AD.pdf`,
  )
  expect(formatContentDisposition('attachment', `a";b'(1).doc`)).toBe(
    `attachment; filename="a__b_(1).doc"; filename*=UTF-8''a%22%3Bb%27%281%29.doc`,
  )
})
