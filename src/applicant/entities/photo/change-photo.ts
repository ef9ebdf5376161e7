// Changes the passport photo, from the settings and from the first step of the form.

import { call } from '#applicant/http/call.ts'
import { sendFile } from '#applicant/uploads/send-file.ts'
import { serverMessage } from '#kit/http/api-error.ts'
import { fileTypeGroups, listFileTypes } from '#shared/forms/file-types.ts'
import { messages } from '#shared/messages/web-messages.ts'
import { rememberUser, saveUser } from '../session/session.ts'

/**
 * Uploads the image and makes it the photo of the session's user. Returns the server's message.
 * @throws Error whose message is for the applicant
 */
export async function changePhoto(photo: File): Promise<string> {
  if (!fileTypeGroups.images.some((type) => type === photo.type))
    throw new Error(messages.photo.uploadFailed(`choose an image, ${listFileTypes('images')}.`))
  const { link: passport } = await sendFile(photo).catch((cause: unknown) => {
    const reason = serverMessage(cause)
    throw new Error(reason ? messages.photo.uploadFailed(reason) : messages.photo.uploadError, { cause })
  })
  try {
    const isSameUser = rememberUser()
    const { message, data } = await call('updatePhoto', { body: { passport } })
    if (isSameUser()) saveUser(data)
    return message
  } catch (cause) {
    throw new Error(serverMessage(cause) || messages.photo.updateError, { cause })
  }
}

/** The message of a failed `changePhoto`; empty without an error. */
export const getPhotoMessage = (error: unknown): string => (error instanceof Error ? error.message : '')
