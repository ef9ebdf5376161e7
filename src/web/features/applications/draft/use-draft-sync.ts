// Ties a keeper to the form, the browser and the session.
import { useEffect, useRef, useState } from 'react'
import type { User } from '#shared/api/accounts.ts'
import type { Answers } from '#shared/application/sections.ts'
import { beforeLogout } from '#web/entities/session/before-logout.ts'
import { currentSession } from '#web/entities/session/session.ts'
import type { FormStore } from '#web/form/state/form-store.ts'
import { onStoredElsewhere } from '#web/lib/browser/storage.ts'
import { onLineBack } from '#web/lib/offline/connection.ts'
import { loadDraft, sendDraft } from './draft-calls.ts'
import { type DraftRecord, forgetRecord, recordNow, writeRecord } from './draft-record.ts'
import { createDraftKeeper, type DraftKeeper } from './draft-sync.ts'
import type { Opening } from './initial-state.ts'

interface Means {
  user: User
  form: FormStore
  opening: Opening
  /** The wizard's step, to be noted beside the answers. */
  step: number
  onFollowed(): void
  onSubmittedElsewhere(): void
}

export function useDraftKeeper({ user, form, opening, step, onFollowed, onSubmittedElsewhere }: Means): DraftKeeper {
  const latest = useRef({ step, onFollowed, onSubmittedElsewhere })
  latest.current = { step, onFollowed, onSubmittedElsewhere }
  const answers = useRef(form.state().answers)

  const [keeper] = useState(() =>
    createDraftKeeper(opening, {
      readForm: () => form.state().answers as Answers,
      replaceForm(other) {
        answers.current = other
        form.replace(other)
      },
      write: (record) => write(user, { ...record, step: latest.current.step }),
      send: sendDraft,
      followed: () => latest.current.onFollowed(),
      submittedElsewhere: () => latest.current.onSubmittedElsewhere(),
    }),
  )

  useEffect(() => {
    const stopListening = form.subscribe(() => {
      if (form.state().answers === answers.current) return
      answers.current = form.state().answers
      keeper.edited()
    })
    keeper.open()
    return () => {
      stopListening()
      keeper.close()
    }
  }, [form, keeper])

  useEffect(() => beforeLogout(() => keeper.flush()), [keeper])
  useEffect(() => watchOtherWindows(keeper, user.userId), [keeper, user.userId])
  useEffect(() => watchPage(keeper), [keeper])
  return keeper
}

/** An answer that comes after the logout leaves nothing behind on a shared computer, unless it would be lost. */
function write(user: User, record: DraftRecord): boolean {
  if (record.pending || currentSession().user?.userId === user.userId) return writeRecord(user, record)
  forgetRecord()
  return true
}

function watchOtherWindows(keeper: DraftKeeper, userId: string) {
  return onStoredElsewhere(['formData'], () => {
    const record = recordNow(userId)
    if (record) keeper.foundOnDevice({ ...record, where: 'device' })
  })
}

/** The page comes and goes, and so does the line. */
function watchPage(keeper: DraftKeeper) {
  const part = () => keeper.part()
  const stopWaiting = onLineBack(() => void lookAtServer(keeper))
  const seen = () => (document.visibilityState === 'hidden' ? keeper.part() : void lookAtServer(keeper))
  addEventListener('pagehide', part)
  document.addEventListener('visibilitychange', seen)
  return () => {
    removeEventListener('pagehide', part)
    stopWaiting()
    document.removeEventListener('visibilitychange', seen)
  }
}

/** Somebody comes back to this window, perhaps from another computer; or the line comes back. */
async function lookAtServer(keeper: DraftKeeper) {
  keeper.retry()
  const server = await loadDraft().catch(() => null)
  if (server?.answers) keeper.foundOnServer({ ...server, answers: server.answers, pending: false, where: 'server' })
}
