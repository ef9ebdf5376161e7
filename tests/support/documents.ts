// Small real documents for tests: what an applicant would upload.
import PdfDocument from 'pdfkit'
import { type ZipPart, zipFile } from './zip-file.ts'

/** A PDF of one page. */
export function pdfFile(text = 'Certificate'): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const document = new PdfDocument()
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
    document.text(text)
    document.end()
  })
}

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const opened = 'http://schemas.openxmlformats.org/package/2006'
export const documentType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

/** The parts of the smallest document that Word opens. */
export const docxParts = {
  '[Content_Types].xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="${opened}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${documentType}"/></Types>`,
  '_rels/.rels': `<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="${opened}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
  'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?>
<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Curriculum vitae</w:t></w:r></w:p></w:body></w:document>`,
} as const

/** The relations of a document's main part; each is the text between `<Relationship` and `/>`. */
export const documentRelations = (...relations: string[]) =>
  `<Relationships xmlns="${opened}/relationships">${relations.map((one) => `<Relationship ${one}/>`).join('')}</Relationships>`

export const relationTypes = office

/** A docx; parts of the same name replace those of the smallest one, undefined leaves one out. */
export function docxFile(changed: Record<string, string | Buffer | undefined> = {}): Buffer {
  const parts: ZipPart[] = []
  for (const [name, content] of Object.entries({ ...docxParts, ...changed })) {
    if (content !== undefined) parts.push({ name, content })
  }
  return zipFile(parts)
}
