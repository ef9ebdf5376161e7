// Connects a draft sync to the form, the browser and the session.
import { useEffect, useRef, useState } from 'react'
import { beforeLogout } from '#applicant/entities/session/before-logout.ts'
import { currentSession } from '#applicant/entities/session/session.ts'
import type { FormStore } from '#applicant/form/state/form-store.ts'
import { onReconnect } from '#applicant/offline/connection.ts'
import { onStoredByOtherTab } from '#applicant/storage.ts'
import type { User } from '#shared/api/applicant/accounts.ts'
import type { Answers } from '#shared/application/sections.ts'
import { loadDraft, sendDraft } from './draft-api.ts'
import {
  type DraftRecord,
  deleteDraftRecord,
  readDraftRecord,
  saveDraftRecord,
  saveFormerDraftRecord,
} from './draft-record.ts'
import { createDraftSync, type DraftSync } from './draft-sync.ts'
import type { InitialDraft } from './initial-draft.ts'

interface Options {
  user: User
  form: FormStore
  initialDraft: InitialDraft
  /** The wizard's step, stored beside the answers. */
  step: number
  onTakenOver(): void
  onSubmittedElsewhere(): void
}

export function useDraftSync({
  user,
  form,
  initialDraft,
  step,
  onTakenOver,
  onSubmittedElsewhere,
}: Options): DraftSync {
  const latest = useRef({ step, onTakenOver, onSubmittedElsewhere })
  latest.current = { step, onTakenOver, onSubmittedElsewhere }
  const answers = useRef(form.getAnswers())
  /** Answers that come from elsewhere are no edit. */
  const isReplacing = useRef(false)

  const [draftSync] = useState(() =>
    createDraftSync(initialDraft, {
      readForm: () => form.getAnswers() as Answers,
      replaceForm(other) {
        isReplacing.current = true
        form.replaceAnswers(other)
        isReplacing.current = false
      },
      saveRecord: (record) => saveRecord(user, { ...record, step: latest.current.step }),
      // Somebody else may have logged in in another window: the answers would become theirs.
      send: async (draft) => (isLoggedIn(user) ? sendDraft(draft) : { kind: 'session ended' }),
      onTakenOver: () => latest.current.onTakenOver(),
      onSubmittedElsewhere: () => latest.current.onSubmittedElsewhere(),
    }),
  )

  useEffect(() => {
    const unsubscribe = form.subscribe(() => {
      if (form.getAnswers() === answers.current) return
      answers.current = form.getAnswers()
      if (!isReplacing.current) draftSync.recordEdit()
    })
    draftSync.start()
    return () => {
      unsubscribe()
      draftSync.stop()
    }
  }, [form, draftSync])

  useEffect(() => beforeLogout(() => draftSync.flush()), [draftSync])
  useEffect(() => receiveFromOtherWindows(draftSync, user.userId), [draftSync, user.userId])
  useEffect(() => syncWithPage(draftSync), [draftSync])
  return draftSync
}

const isLoggedIn = ({ userId }: User) => currentSession().user?.userId === userId

/** A reply that arrives after the logout leaves nothing on a shared computer, unless the answers would be lost. */
function saveRecord(user: User, record: DraftRecord): boolean {
  if (isLoggedIn(user)) return saveDraftRecord(user, record)
  if (record.isUnsent) return saveFormerDraftRecord(user, record)
  deleteDraftRecord(user.userId)
  return true
}

const receiveFromOtherWindows = (draftSync: DraftSync, userId: string) =>
  onStoredByOtherTab(['formData'], () => {
    const record = readDraftRecord(userId)
    if (record) draftSync.receiveFromDevice({ ...record, foundOn: 'device' })
  })

/** Saves when the page is hidden or closed, and looks for newer answers when it is visible or online again. */
function syncWithPage(draftSync: DraftSync) {
  const save = () => draftSync.saveBeforeClosing()
  const sync = () => void syncWithServer(draftSync)
  const onVisibilityChange = () => (document.visibilityState === 'hidden' ? save() : sync())
  const removeReconnect = onReconnect(sync)
  addEventListener('pagehide', save)
  document.addEventListener('visibilitychange', onVisibilityChange)
  return () => {
    removeReconnect()
    removeEventListener('pagehide', save)
    document.removeEventListener('visibilitychange', onVisibilityChange)
  }
}

async function syncWithServer(draftSync: DraftSync) {
  draftSync.retry()
  const draft = await loadDraft().catch(() => null)
  if (draft?.answers)
    draftSync.receiveFromServer({ ...draft, answers: draft.answers, isUnsent: false, foundOn: 'server' })
}
