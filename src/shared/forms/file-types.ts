// The types that uploads may have, and the sentences about files that the server and the file drop share.

/** By media type: its name, and its extensions, the usual one first. */
export const fileTypes = {
  'application/pdf': { name: 'PDF', extensions: ['pdf'] },
  'image/jpeg': { name: 'JPEG', extensions: ['jpg', 'jpeg'] },
  'image/png': { name: 'PNG', extensions: ['png'] },
  'application/msword': { name: 'DOC', extensions: ['doc'] },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': { name: 'DOCX', extensions: ['docx'] },
} as const

export type FileType = keyof typeof fileTypes
export type ImageType = Extract<FileType, `image/${string}`>

const imageTypes: readonly ImageType[] = ['image/jpeg', 'image/png']
const documentTypes: readonly FileType[] = ['application/pdf', ...imageTypes]

/** What a field may accept. */
export const fileTypeGroups = {
  images: imageTypes,
  documents: documentTypes,
  documentsAndWord: Object.keys(fileTypes) as FileType[],
} as const satisfies Record<string, readonly FileType[]>

export type FileTypeGroup = keyof typeof fileTypeGroups

/** "PDF, JPEG or PNG" */
export const listFileTypes = (group: FileTypeGroup) =>
  fileTypeGroups[group]
    .map((type) => fileTypes[type].name)
    .join(', ')
    .replace(/, (\w+)$/, ' or $1')

export const fileMessages = {
  wrongType: (group: FileTypeGroup) => `File type must be ${listFileTypes(group)}.`,
  /** @param limit such as "5 MB" */
  tooLarge: (limit: string) => `The file is larger than ${limit}. Choose a smaller one.`,
  empty: 'The file is empty. Choose another one.',
} as const
