import { expect, test } from 'vitest'
import { agrees, contentDisposition, shownName } from './file-name.ts'

const pdf = 'application/pdf'
const jpeg = 'image/jpeg'

test('the extension must say what the content is, in any capitals', () => {
  expect(agrees('certificate.pdf', pdf)).toBe(true)
  expect(agrees('SCAN.PDF', pdf)).toBe(true)
  expect(agrees('photo.jpeg', jpeg)).toBe(true)
  expect(agrees('photo.png', jpeg)).toBe(false)
  expect(agrees('certificate.exe', pdf)).toBe(false)
  expect(agrees('certificate.pdf.exe', pdf)).toBe(false)
  expect(agrees('letter.doc', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document')).toBe(false)
})

test('a name without an extension says nothing, and gets that of its content', () => {
  expect(agrees('certificate', pdf)).toBe(true)
  expect(shownName('certificate', pdf)).toBe('certificate.pdf')
  expect(agrees('Dr. Bello certificate v1.2', pdf)).toBe(true)
  expect(shownName('Dr. Bello certificate v1.2', pdf)).toBe('Dr. Bello certificate v1.2.pdf')
})

test('no path, nothing invisible and nothing that a disk refuses is kept of a name', () => {
  expect(shownName('C:\\Users\\ada\\scan.pdf', pdf)).toBe('scan.pdf')
  expect(shownName('../../etc/passwd', pdf)).toBe('passwd.pdf')
  expect(shownName('a\r\nb\u0000\u202efdp.\u200bpdf', pdf)).toBe('abfdp.pdf')
  expect(shownName('"<b>|?*:.pdf', pdf)).toBe('b.pdf')
  expect(shownName('  my   scan  .pdf', pdf)).toBe('my scan.pdf')
})

test('a name of nothing is called file', () => {
  expect(shownName('', jpeg)).toBe('file.jpg')
  expect(shownName('.pdf', pdf)).toBe('pdf.pdf')
  expect(shownName('\u202e.pdf', pdf)).toBe('pdf.pdf')
})

test('a name has at most 120 characters and keeps its ending and its whole letters', () => {
  expect(shownName(`${'a'.repeat(300)}.jpeg`, jpeg)).toBe(`${'a'.repeat(115)}.jpeg`)
  const emoji = shownName(`${'😀'.repeat(100)}.pdf`, pdf)
  expect(emoji).toBe(`${'😀'.repeat(58)}.pdf`)
})

test('a name in any script is told to the browser, and a plain one beside it', () => {
  expect(contentDisposition('inline', 'Ìwé ẹ̀rí.pdf')).toBe(
    `inline; filename="Iwe eri.pdf"; filename*=UTF-8''%C3%8Cw%C3%A9%20%E1%BA%B9%CC%80r%C3%AD.pdf`,
  )
  expect(contentDisposition('attachment', `a";b'(1).doc`)).toBe(
    `attachment; filename="a__b_(1).doc"; filename*=UTF-8''a%22%3Bb%27%281%29.doc`,
  )
})
