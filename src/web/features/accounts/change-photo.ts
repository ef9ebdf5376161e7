import { notices } from '#shared/words/notices.ts'
import { serverWords } from '#web/lib/api-error.ts'
import { call } from '#web/lib/http.ts'
import { keepUser } from '#web/lib/session.ts'
import { uploadFile } from '#web/lib/upload-file.ts'

/** How a change of photo went: the server's sentence, or what went wrong (specification, section 8). */
export interface PhotoOutcome {
  message: string
  problem: string
}

const failed = (problem: string): PhotoOutcome => ({ message: '', problem })

/** Uploads the image, then makes it the photo. Never rejects. */
export async function changePhoto(photo: File): Promise<PhotoOutcome> {
  if (!photo.type.startsWith('image/')) return failed(notices.photo.uploadFailed('choose an image, JPEG or PNG.'))
  let passport: string
  try {
    const { data } = await uploadFile(photo)
    passport = data.fileUrl
  } catch (error) {
    const words = serverWords(error)
    return failed(words ? notices.photo.uploadFailed(words) : notices.photo.uploadError)
  }

  try {
    const { message, data } = await call('updatePhoto', { body: { passport } })
    keepUser(data)
    return { message, problem: '' }
  } catch (error) {
    return failed(serverWords(error) || notices.photo.updateError)
  }
}
